import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";

/** The bucket if one is configured, otherwise a folder in the data directory. */
export async function openFileStore({ s3, dataDir }: Config): Promise<FileStore> {
  if (s3) return (await import("#server/platform/files/s3-store.ts")).s3Store(s3);
  return (await import("#server/platform/files/disk-store.ts")).diskStore({ directory: join(dataDir, "files") });
}
