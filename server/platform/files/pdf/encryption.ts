import { createDecipheriv, createHash, createCipheriv } from "node:crypto";
import { namePattern } from "./name-pattern.ts";
import { type PdfDictionary, type PdfValue, readDictionary } from "./read-value.ts";

/**
 * Encryption of a PDF by the standard handler (ISO 32000-1, 7.6; ISO 32000-2 for revision 6). One that only restricts printing or copying has an empty
 * password to open: readers open it, and so do we, to look into it. Names and numbers aren't encrypted, streams are.
 */
export type PdfCipher =
  /** Nothing is encrypted. */
  | "none"
  /** It opens with a password or a certificate, which nobody gave us. */
  | "locked"
  /** There are more heads than a document has. */
  | "unknown"
  | { readonly decrypt: (bytes: Uint8Array, objectNumber: number, generation: number) => Uint8Array };

/** How the streams of a document are read. */
export function cipherOf(text: string): PdfCipher {
  const all = trailers(text);
  if (all === undefined) return "unknown";
  const heads = all.filter((each) => each.has("Encrypt"));
  if (heads.length === 0) return "none";
  const [head] = heads.slice(-1);
  const encryption = head && resolve(text, head.get("Encrypt"));
  const id = heads.map((each) => each.get("ID")).find((each) => each?.kind === "array");
  const firstId = id?.kind === "array" ? id.items[0] : undefined;
  if (encryption === undefined) return "locked";
  return open(encryption, firstId?.kind === "string" ? bytesOf(firstId.text) : Buffer.alloc(0)) ?? "locked";
}

/** Of all saved changes of a document together. */
const maxHeads = 1000;

/** Dictionaries that may name the encryption: trailers, and those of cross-reference streams. Linearized, the last one needn't. */
function trailers(text: string): PdfDictionary[] | undefined {
  const found: PdfDictionary[] = [];
  let tried = 0;
  for (const { 0: word, index } of text.matchAll(/(?<=[\r\n])[\0\s]*trailer/g)) {
    if (++tried > maxHeads) return undefined;
    const dictionary = readDictionary(text, index + word.length);
    if (dictionary) found.push(dictionary);
  }
  for (const { index } of text.matchAll(namePattern("XRef"))) {
    if (++tried > maxHeads) return undefined;
    const before = text.slice(Math.max(0, index - 2000), index);
    const dictionary = readDictionary(text, index - before.length + before.lastIndexOf("obj") + 3);
    if (dictionary) found.push(dictionary);
  }
  return found;
}

function resolve(text: string, value: PdfValue | undefined): PdfDictionary | undefined {
  if (value?.kind === "dictionary") return value.entries;
  if (value?.kind !== "reference") return undefined;
  const objects = [...text.matchAll(new RegExp(`(?<!\\d)${value.number}[\\0\\s]{1,9}\\d{1,5}[\\0\\s]{1,9}obj`, "g"))];
  const last = objects.at(-1);
  return last && readDictionary(text, last.index + last[0].length);
}

/** Undefined where an empty password doesn't open it, or nobody knows how it's encrypted. */
function open(encryption: PdfDictionary, id: Uint8Array): PdfCipher | undefined {
  const number = (key: string, otherwise: number) => {
    const value = encryption.get(key);
    return value?.kind === "number" ? value.number : otherwise;
  };
  const string = (key: string) => {
    const value = encryption.get(key);
    return bytesOf(value?.kind === "string" ? value.text : "");
  };
  const handler = encryption.get("Filter");
  if (handler?.kind !== "name" || handler.text !== "Standard") return undefined;
  const [version, revision] = [number("V", 0), number("R", 0)];
  const method = methodOf(encryption, version);
  if (method === undefined) return undefined;
  const key =
    revision >= 5
      ? newKey(revision, string("U"), string("UE"))
      : oldKey({
          revision,
          length: version === 1 ? 5 : version === 4 ? 16 : number("Length", 40) / 8,
          owner: string("O"),
          user: string("U"),
          permissions: number("P", 0),
          id,
          encryptsMetadata: !isFalse(encryption.get("EncryptMetadata")),
        });
  if (key === undefined) return undefined;
  return { decrypt: (bytes, objectNumber, generation) => decrypt(method, key, bytes, objectNumber, generation) };
}

type Method = "rc4" | "aes128" | "aes256" | "identity";
const methods: Readonly<Record<string, Method>> = {
  V2: "rc4",
  AESV2: "aes128",
  AESV3: "aes256",
  None: "identity",
};

function methodOf(encryption: PdfDictionary, version: number): Method | undefined {
  if (version === 1 || version === 2) return "rc4";
  if (version !== 4 && version !== 5) return undefined;
  const name = encryption.get("StmF");
  if (name === undefined || (name.kind === "name" && name.text === "Identity")) return "identity";
  const filters = encryption.get("CF");
  const filter = filters?.kind === "dictionary" && name.kind === "name" ? filters.entries.get(name.text) : undefined;
  const method = filter?.kind === "dictionary" ? filter.entries.get("CFM") : undefined;
  return method?.kind === "name" ? methods[method.text] : undefined;
}

const isFalse = (value: PdfValue | undefined) => value?.kind === "word" && value.text === "false";
const bytesOf = (text: string) => Buffer.from(text, "latin1");
const md5 = (...parts: readonly Uint8Array[]) => createHash("md5").update(Buffer.concat(parts)).digest();

/** What an empty password is filled up with (algorithm 2). */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

interface OldEncryption {
  readonly revision: number;
  /** Of the key, in bytes. */
  readonly length: number;
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly permissions: number;
  readonly id: Uint8Array;
  readonly encryptsMetadata: boolean;
}

/** Algorithms 2, 4, 5 and 6, revisions 2 to 4. */
function oldKey({ revision, length, owner, user, permissions, id, encryptsMetadata }: OldEncryption) {
  if (revision < 2 || !Number.isInteger(length) || length < 5 || length > 16) return undefined;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const plainMetadata = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 255) : Buffer.alloc(0);
  let key = md5(padding, owner.subarray(0, 32), flags, id, plainMetadata).subarray(0, length);
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32)) ? key : undefined;
  for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, length);
  let proof: Buffer = md5(padding, id);
  for (let round = 0; round < 20; round += 1)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    );
  return proof.equals(user.subarray(0, 16)) ? key : undefined;
}

/** Algorithm 2.A, revisions 5 and 6: AES-256. */
function newKey(revision: number, user: Buffer, encryptedKey: Buffer): Buffer | undefined {
  if (user.length < 48 || encryptedKey.length < 32) return undefined;
  const hash = revision === 5 ? (salt: Uint8Array) => createHash("sha256").update(salt).digest() : hashOf;
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined;
  const decipher = createDecipheriv("aes-256-cbc", hash(user.subarray(40, 48)), Buffer.alloc(16));
  decipher.setAutoPadding(false);
  return decipher.update(encryptedKey.subarray(0, 32));
}

/** Algorithm 2.B for an empty password. */
function hashOf(salt: Uint8Array): Buffer {
  let key: Buffer = createHash("sha256").update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(["sha256", "sha384", "sha512"][remainder] ?? "sha256")
      .update(mixed)
      .digest();
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Algorithm 1 and 1.A. */
function decrypt(method: Method, key: Buffer, bytes: Uint8Array, objectNumber: number, generation: number): Uint8Array {
  if (method === "identity") return bytes;
  const number = Buffer.from([objectNumber, objectNumber >> 8, objectNumber >> 16, generation, generation >> 8]);
  const salt = Buffer.from(method === "aes128" ? "sAlT" : "");
  const own = method === "aes256" ? key : md5(key, number, salt).subarray(0, Math.min(key.length + 5, 16));
  if (method === "rc4") return rc4(own, bytes);
  const decipher = createDecipheriv(method === "aes256" ? "aes-256-cbc" : "aes-128-cbc", own, bytes.subarray(0, 16));
  decipher.setAutoPadding(false);
  return decipher.update(bytes.subarray(16, bytes.length - (bytes.length % 16)));
}

/** OpenSSL 3 doesn't offer it any more. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    [state[one & 255], state[other & 255]] = [at(other), at(one)];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  const out = Buffer.alloc(bytes.length);
  for (let index = 0, one = 0, other = 0; index < bytes.length; index += 1) {
    one = (one + 1) & 255;
    other = (other + at(one)) & 255;
    swap(one, other);
    out[index] = (bytes[index] ?? 0) ^ at(at(one) + at(other));
  }
  return out;
}
