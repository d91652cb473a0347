import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const digestFile = join(root, "dist/built-from");

/** Digest of everything the web build reads: names, sizes and contents of its sources and of the lock file. */
function digestOfSources(): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name));
      return;
    }
    hash.update(path).update(readFileSync(full));
  };
  const builders = [
    "scripts/build.ts",
    "scripts/build/build-embed.ts",
    "scripts/build/lean-contract.ts",
    "vite.config.ts",
  ];
  for (const path of ["app", "clinic", "contract", "embed", "site", ...builders, "package-lock.json"]) add(path);
  return hash.digest("hex");
}

/** Whether dist/ differs from what the current sources give. */
export const isStale = (): boolean => !existsSync(digestFile) || readFileSync(digestFile, "utf8") !== digestOfSources();

/** Records that dist/ was built from the current sources. */
export function markFresh(): void {
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(digestFile, digestOfSources());
}

/** Builds dist/ where its sources changed; ends the process when that fails. */
export function buildIfStale(): void {
  if (!isStale()) return;
  console.log("Building the app (a few seconds)…");
  // In a process of its own: Vite sets NODE_ENV globally, and its memory is released.
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "../build.ts")], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
