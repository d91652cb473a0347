import type { Secrets } from "#server/platform/crypto/secrets.ts";

/** The doctor's directions and note of a change are sealed, like everything a doctor writes to a patient. */
export const sealTreatmentChangeTexts = (
  secrets: Secrets,
  id: string,
  texts: { readonly directions: string | undefined; readonly note: string | undefined },
): { readonly directions_sealed: Buffer | null; readonly note_sealed: Buffer | null } => ({
  directions_sealed:
    texts.directions === undefined ? null : secrets.seal(texts.directions, sealContext("directions", id)),
  note_sealed: texts.note === undefined ? null : secrets.seal(texts.note, sealContext("note", id)),
});

export const openTreatmentChangeTexts = (
  secrets: Secrets,
  row: { readonly id: string; readonly directions_sealed: Uint8Array | null; readonly note_sealed: Uint8Array | null },
): { readonly directions: string | null; readonly note: string | null } => ({
  directions:
    row.directions_sealed === null
      ? null
      : secrets.open<string>(row.directions_sealed, sealContext("directions", row.id)),
  note: row.note_sealed === null ? null : secrets.open<string>(row.note_sealed, sealContext("note", row.id)),
});

const sealContext = (column: "directions" | "note", id: string): string => `treatment_change.${column}_sealed:${id}`;
