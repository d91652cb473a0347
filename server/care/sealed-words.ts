import type { Secrets } from "#server/platform/crypto/secrets.ts";

/** What a doctor writes to a patient is encrypted at rest. `sealContext` is `table.column:row`. */
export const sealText = (secrets: Secrets, text: string | null | undefined, sealContext: string): Buffer | null =>
  text === null || text === undefined ? null : secrets.seal(text, sealContext);

export const openText = (secrets: Secrets, sealed: Uint8Array | null, sealContext: string): string | null =>
  sealed === null ? null : secrets.open<string>(sealed, sealContext);

export const caseNoteSealContext = (caseId: string): string => `care_case.note_sealed:${caseId}`;
export const letterTextSealContext = (letterId: string): string => `medical_letter.text_sealed:${letterId}`;
export const directionsSealContext = (prescriptionId: string): string =>
  `prescription.directions_sealed:${prescriptionId}`;
export const renewalNoteSealContext = (requestId: string): string => `renewal_request.note_sealed:${requestId}`;
