import type { Secrets } from "#server/platform/secrets.ts";

/** The doctor's words of a change are kept sealed, as all a doctor writes to a patient. */
export const sealChangeWords = (
  secrets: Secrets,
  id: string,
  words: { readonly directions: string | undefined; readonly note: string | undefined },
): { readonly directions_sealed: Buffer | null; readonly note_sealed: Buffer | null } => ({
  directions_sealed: words.directions === undefined ? null : secrets.seal(words.directions, place("directions", id)),
  note_sealed: words.note === undefined ? null : secrets.seal(words.note, place("note", id)),
});

export const openChangeWords = (
  secrets: Secrets,
  row: { readonly id: string; readonly directions_sealed: Uint8Array | null; readonly note_sealed: Uint8Array | null },
): { readonly directions: string | null; readonly note: string | null } => ({
  directions:
    row.directions_sealed === null ? null : secrets.open<string>(row.directions_sealed, place("directions", row.id)),
  note: row.note_sealed === null ? null : secrets.open<string>(row.note_sealed, place("note", row.id)),
});

const place = (column: "directions" | "note", id: string): string => `treatment_change.${column}_sealed:${id}`;
