import * as z from "zod/mini";

/** Nothing of it was written or chosen. */
const isBlank = (value: unknown): boolean =>
  value === "" ||
  value === undefined ||
  value === false ||
  (typeof value === "object" && value !== null && Object.values(value).every((each) => isBlank(each)));

/** Plain text that was kept, and below it what was typed before that was read. */
export const joinParagraphs = (kept: string, typed: string): string => `${kept}\n\n${typed}`;

/** A form's draft that was kept, with the fields written before that was read. What can't be read is nothing. */
export function joinFields(kept: string, typed: string): string {
  try {
    return JSON.stringify(overlay(JSON.parse(kept), JSON.parse(typed)));
  } catch {
    return typed;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function overlay(kept: unknown, typed: unknown): unknown {
  if (!isRecord(kept) || !isRecord(typed)) return isBlank(typed) ? kept : typed;
  const fields = new Set([...Object.keys(kept), ...Object.keys(typed)]);
  return Object.fromEntries([...fields].map((field) => [field, overlay(kept[field], typed[field])]));
}

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
