import type { Secrets } from "#server/platform/secrets.ts";

/** What a doctor writes to a patient is kept sealed. `place` is `table.column:row`. */
export const sealWords = (secrets: Secrets, words: string | null | undefined, place: string): Buffer | null =>
  words === null || words === undefined ? null : secrets.seal(words, place);

export const openWords = (secrets: Secrets, sealed: Uint8Array | null, place: string): string | null =>
  sealed === null ? null : secrets.open<string>(sealed, place);

export const noteOf = (caseId: string): string => `care_case.note_sealed:${caseId}`;
export const letterOf = (letterId: string): string => `medical_letter.text_sealed:${letterId}`;
export const directionsOf = (prescriptionId: string): string => `prescription.directions_sealed:${prescriptionId}`;
export const renewalNoteOf = (requestId: string): string => `renewal_request.note_sealed:${requestId}`;
