/** Which mutants the type check refuses: nobody could commit them, whatever the tests say. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, withFault } from "../tree/mutants.ts";
import { shadowTree } from "../tree/shadow-tree.ts";

/**
 * One check for all of them: each stands in a copy of its file beside it, which nobody imports. What a fault breaks in other files isn't seen, so some
 * that would be refused are not.
 */
export function refusedByTypes(
  root: string,
  files: readonly string[],
  mutants: readonly Mutant[],
): ReadonlySet<Mutant> {
  if (mutants.length === 0) return new Set();
  const tree = shadowTree(root, "types", files);
  const copies = new Map<string, Mutant>();
  for (const [index, mutant] of mutants.entries()) {
    const copy = mutant.file.replace(/(\.tsx?)$/, `.fault${index}$1`);
    copies.set(copy, mutant);
    tree.write(copy, withFault(readFileSync(join(root, mutant.file), "utf8"), mutant));
  }
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/tsc"),
    ["-p", tree.path, "--checkers", "1", "--pretty", "false", "--incremental"].concat(
      "--tsBuildInfoFile",
      join(root, ".cache/mutants/types.tsbuildinfo"),
    ),
    { cwd: tree.path, encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, GOMAXPROCS: "1" } },
  );
  tree.remove();
  const refused = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].flatMap(
    ([, file = ""]) => copies.get(file) ?? [],
  );
  return new Set(refused);
}
