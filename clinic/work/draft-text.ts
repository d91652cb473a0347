import * as z from "zod/mini";

/** Nothing of it was written or chosen. */
const isBlank = (value: unknown): boolean =>
  value === "" ||
  value === undefined ||
  value === false ||
  (typeof value === "object" && value !== null && Object.values(value).every((each) => isBlank(each)));

/** Puts what was saved together with what was typed before that was read; neither is empty. */
type JoinDrafts = (saved: string, typed: string) => string;

/** Plain text that was saved, and below it what was typed before that was read. */
export const joinParagraphs = (saved: string, typed: string): string => `${saved}\n\n${typed}`;

/** A form's draft that was saved, with the fields written before that was read. What can't be read is nothing. */
export function joinFields(saved: string, typed: string): string {
  try {
    return JSON.stringify(overlay(JSON.parse(saved), JSON.parse(typed)));
  } catch {
    return typed;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function overlay(saved: unknown, typed: unknown): unknown {
  if (!isRecord(saved) || !isRecord(typed)) return isBlank(typed) ? saved : typed;
  const fields = new Set([...Object.keys(saved), ...Object.keys(typed)]);
  return Object.fromEntries([...fields].map((field) => [field, overlay(saved[field], typed[field])]));
}

/** How a draft, which is text, reads as what somebody writes in. */
export interface DraftText<W> {
  readonly toText: (value: W) => string;
  readonly fromText: (text: string) => W;
  readonly join: JoinDrafts;
}

/** Text as it is. */
export const plainText: DraftText<string> = {
  toText: (text) => text,
  fromText: (text) => text,
  join: joinParagraphs,
};

/**
 * The fields of a form: nothing written is no text, and a text that can't be read is nothing written. `isEmptied`: of a field that shows something before
 * anything is written, taking that away is writing.
 */
export const draftText = <W extends object>(
  schema: z.ZodMiniType<W>,
  nothing: W,
  isEmptied: (value: W) => boolean = () => false,
): DraftText<W> => ({
  toText: (value) => (isBlank(value) && !isEmptied(value) ? "" : JSON.stringify(value)),
  fromText: (text) => {
    try {
      const read = z.safeParse(schema, JSON.parse(text));
      return read.success ? read.data : nothing;
    } catch {
      return nothing;
    }
  },
  join: joinFields,
});
