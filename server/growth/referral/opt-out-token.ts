import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/platform/crypto/secrets.ts";

const digestBytes = 32;
const macBytes = 16;

/** Digest by which an invited friend is known, instead of the address. Tags (`mia+news@`) are one mailbox, so they count as one friend. */
export const invitedEmailDigest = (secrets: Secrets, email: string): Buffer =>
  secrets.digest(
    `invited friend:${email
      .trim()
      .toLowerCase()
      .replace(/(?<=[^+])\+.*(?=@)/, "")}`,
  );

/** The token in an invitation's opt-out link: the digest of the address, signed, so that only its owner can have it. */
export function invitationOptOutToken(secrets: Secrets, email: string): string {
  const digest = invitedEmailDigest(secrets, email);
  return Buffer.concat([digest, macOf(secrets, digest)]).toString("base64url");
}

/** The digest of a valid token; null for any other text. */
export function verifyOptOutToken(secrets: Secrets, token: string): Buffer | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== digestBytes + macBytes) return null;
  const digest = bytes.subarray(0, digestBytes);
  return timingSafeEqual(bytes.subarray(digestBytes), macOf(secrets, digest)) ? digest : null;
}

const macOf = (secrets: Secrets, digest: Buffer): Buffer =>
  createHmac("sha256", secrets.derive("invitation stop")).update(digest).digest().subarray(0, macBytes);
