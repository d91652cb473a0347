/** A copy of the project in which files are changed without changing it, and which stays as it is while somebody goes on working. */
import { constants, copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface ShadowTree {
  readonly path: string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
}

/** @param files those of the project, from its root. */
export function shadowTree(root: string, name: string, files: readonly string[]): ShadowTree {
  const path = join(root, ".cache/mutants", name);
  rmSync(path, { recursive: true, force: true });
  const made = new Set<string>();
  for (const file of files.filter((each) => existsSync(join(root, each)))) {
    const folder = dirname(join(path, file));
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    copyFileSync(join(root, file), join(path, file), constants.COPYFILE_FICLONE);
  }
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "junction");
  const write = (file: string, text: string) => writeFileSync(join(path, file), text);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
