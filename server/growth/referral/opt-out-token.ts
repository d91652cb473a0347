import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/platform/crypto/secrets.ts";

const digestBytes = 32;
const macBytes = 16;

/** How an invited friend is known: never by the address itself. Her tags (`mia+news@`) all reach her, so they are one friend. */
export const invitedEmailDigest = (secrets: Secrets, email: string): Buffer =>
  secrets.digest(
    `invited friend:${email
      .trim()
      .toLowerCase()
      .replace(/(?<=[^+])\+.*(?=@)/, "")}`,
  );

/** What the link of an invitation carries: the digest of its address, signed, so that only its owner can have it. */
export function invitationOptOutToken(secrets: Secrets, email: string): string {
  const digest = invitedEmailDigest(secrets, email);
  return Buffer.concat([digest, macOf(secrets, digest)]).toString("base64url");
}

/** The digest of a token of ours; null for any other text. */
export function verifyOptOutToken(secrets: Secrets, token: string): Buffer | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== digestBytes + macBytes) return null;
  const digest = bytes.subarray(0, digestBytes);
  return timingSafeEqual(bytes.subarray(digestBytes), macOf(secrets, digest)) ? digest : null;
}

const macOf = (secrets: Secrets, digest: Buffer): Buffer =>
  createHmac("sha256", secrets.derive("invitation stop")).update(digest).digest().subarray(0, macBytes);
