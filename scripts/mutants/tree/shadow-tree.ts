/** A copy of the project in which files are changed without changing it: the same files by other names, and those that differ. */
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface ShadowTree {
  readonly path: string;
  /** A file that the project doesn't have. */
  readonly add: (file: string, text: string) => void;
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
    link(join(root, file), join(path, file));
  }
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "junction");
  const add = (file: string, text: string) => writeFileSync(join(path, file), text);
  const write = (file: string, text: string) => {
    // Not into the file itself, which is the project's.
    unlinkSync(join(path, file));
    add(file, text);
  };
  return { path, add, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
