import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkedKey, type FileStore } from "./file-store.ts";

export interface DiskSettings {
  readonly directory: string;
}

/** Where the file of a key is. */
export const diskPath = (directory: string, key: string): string => join(directory, `${checkedKey(key)}.bin`);

/** Files on disk: written to a temporary file, flushed, then renamed, so that a key holds all of its bytes or none. */
export function diskStore({ directory }: DiskSettings): FileStore {
  const pathOf = (key: string) => diskPath(directory, key);
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const temporaryPath = `${path}.${randomUUID()}.part`;
      const file = await open(temporaryPath, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporaryPath, path);
    },
    get: (key) => readFile(pathOf(key)).catch(undefinedIfMissing),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
