import * as z from "zod/mini";

/** Nothing of it was written or chosen. */
const isBlank = (value: unknown): boolean =>
  value === "" ||
  value === false ||
  (typeof value === "object" && value !== null && Object.values(value).every((each) => isBlank(each)));

/** What a form holds, as a draft keeps it: nothing written is no text, and a text that can't be read is nothing written. */
export function draftText<W extends object>(schema: z.ZodMiniType<W>, nothing: W) {
  return {
    toText: (written: W): string => (isBlank(written) ? "" : JSON.stringify(written)),
    fromText: (text: string): W => {
      try {
        const read = z.safeParse(schema, JSON.parse(text));
        return read.success ? read.data : nothing;
      } catch {
        return nothing;
      }
    },
  };
}
export type DraftText<W extends object> = ReturnType<typeof draftText<W>>;
