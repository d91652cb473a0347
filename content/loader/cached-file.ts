import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The result of `make`, cached in `.cache` under a digest of everything it is made from: `sources`, the pinned versions of the libraries, and Node.
 * So it can't be stale. Where nothing can be stored it is made each time.
 */
export async function cachedFile(
  what: string,
  sources: readonly (string | Buffer)[],
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const hash = createHash("sha256");
  for (const source of [process.versions.node, await readFile(join(root, "package.json")), ...sources])
    hash.update(createHash("sha256").update(source).digest());
  const file = join(root, ".cache", what, hash.digest("hex"));
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const built = await make();
  await writeCache(file, built).catch(() => undefined);
  return built;
}

/** Another process may be reading or writing the same file. */
async function writeCache(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, file);
}
