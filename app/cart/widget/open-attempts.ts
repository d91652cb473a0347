import { tokenPatientId } from "#app/api/session/token.ts";
import type { PendingCheckout } from "#contract/cart/frame.ts";

/**
 * A fingerprint that tells one patient's attempt from another's on a shared device, and reveals nothing else: a short hash (FNV-1a) over the
 * attempt's random key and the patient's id.
 */
export function patientFingerprint(key: string, token: string | null): string {
  let hash = 0x811c9dc5;
  for (const char of `${key}:${tokenPatientId(token)}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

/**
 * The attempt to look up: one of the patient's own, never another patient's. Logged out the owner is unknown, so any counts: whose it is shows after
 * login.
 */
export const findOpenAttempt = (attempts: readonly PendingCheckout[], token: string | null): PendingCheckout | null =>
  attempts.find(({ key, owner }) => token === null || owner === patientFingerprint(key, token)) ?? null;
