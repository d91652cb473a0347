/** Where uploaded bytes live. What they are, and whose, is in the database. */
export interface FileStore {
  /** Resolves once the bytes are safe; an existing file of that key is replaced as a whole. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
}

/** Keys are made by us: lower-case words and ids with slashes between, never a name a person gave. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/.test(key) || key.length > 200) throw new Error("Malformed storage key");
  return key;
}
