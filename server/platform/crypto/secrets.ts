import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import type { SealContext } from "./sealed.ts";

/** Field encryption and keyed digests, derived from SECRETS_KEY. */
export interface Secrets {
  /** Encrypts with AES-256-GCM. The context is authenticated, so a value moved elsewhere cannot be decrypted. */
  readonly seal: (value: unknown, context: SealContext) => Buffer;
  readonly open: <T>(sealed: Uint8Array, context: SealContext) => T;
  /** Keyed digest for looking up a value without storing it. */
  readonly digest: (value: string) => Buffer;
  /** Key that signs access tokens. */
  readonly signingKey: Uint8Array;
  /** A 32-byte key for another purpose. */
  readonly derive: (purpose: string) => Buffer;
}

/** Version, id of the key, nonce and tag come before the encrypted JSON. The id says which key opens a value once there is more than one. */
const version = 1;
const keyIdBytes = 4;
const nonceAt = 1 + keyIdBytes;
const tagAt = nonceAt + 12;
const bodyAt = tagAt + 16;

export function createSecrets(secretsKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secretsKey, "calendula", purpose, 32));
  const fieldKey = createSecretKey(derive("field"));
  const fieldKeyId = derive("field key id").subarray(0, keyIdBytes);
  const digestKey = derive("digest");
  return {
    seal(value, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", fieldKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(version), fieldKeyId, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes[0] !== version) throw new Error("Unknown version of a sealed field");
      if (!bytes.subarray(1, nonceAt).equals(fieldKeyId)) throw new Error("A field was sealed with another key");
      const decipher = createDecipheriv("aes-256-gcm", fieldKey, bytes.subarray(nonceAt, tagAt))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(tagAt, bodyAt));
      const value = decipher.update(bytes.subarray(bodyAt));
      // Throws unless the tag matches; GCM returns no further bytes.
      decipher.final();
      return JSON.parse(value.toString("utf8"));
    },
    digest: (value) => createHmac("sha256", digestKey).update(value).digest(),
    signingKey: derive("access token"),
    derive,
  };
}

/** An unguessable 256-bit value for links, cookies and one-time tokens. */
export const randomSecret = (): string => randomBytes(32).toString("base64url");
/** The form in which such a value is stored. */
export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
