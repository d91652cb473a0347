/** Files can't be stored or read now; nothing is known of the file that was asked for. The message has the store's code. */
export class FilesUnavailable extends Error {
  constructor(code: string) {
    super(`The store of files answered ${code}`);
  }
}

/** Where uploaded bytes are stored. Their type and owner are in the database. Each call throws `FilesUnavailable` while it can't be done. */
export interface FileStore {
  /** Resolves once the bytes are durable; an existing file with that key is replaced as a whole. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined for a file that isn't there. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
}

/** Checks a key. Keys are generated: lower-case words and ids with slashes between, never a name a person gave. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/.test(key) || key.length > 200) throw new Error("Malformed storage key");
  return key;
}
