/** Which mutants are run, and the test files that can notice each. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readGraph } from "../test/changed/plan.ts";
import { select } from "../test/changed/select.ts";
import { secondsOfTests } from "../test/cpu-seconds.ts";
import { acceptedSurvivors } from "./accepted-survivors.ts";
import { isMutated } from "./mutated.ts";
import type { Candidate } from "./run/measure.ts";
import { closedListsOf } from "./tree/closed-lists.ts";
import { hashOf, type Mutant, mutantsOf } from "./tree/mutants.ts";

/** All mutants of the files whose path begins with one of `folders`, without those that are accepted. */
export function mutantsIn(root: string, files: readonly string[], folders: readonly string[]): Mutant[] {
  const textOf = (file: string) => readFileSync(join(root, file), "utf8");
  const there = files.filter((file) => isMutated(file) && existsSync(join(root, file)));
  const lists = closedListsOf(
    there.filter((file) => file.startsWith("contract/")).map((file) => [file, textOf(file)] as const),
  );
  return there
    .filter((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))
    .flatMap((file) => withoutAccepted(textOf(file), mutantsOf(file, textOf(file), lists)));
}

const withoutAccepted = (text: string, mutants: readonly Mutant[]) => {
  const lines = text.split("\n").map((line) => line.trim());
  return mutants.filter((mutant) => !acceptedSurvivors.some((each) => isAccepted(each, mutant, lines)));
};

export const isAccepted = (
  { file, line, kind, text }: (typeof acceptedSurvivors)[number],
  mutant: Mutant,
  lines: readonly string[],
): boolean =>
  mutant.file === file &&
  mutant.kind === kind &&
  lines[mutant.line - 1] === line &&
  (text === undefined || mutant.text === text);

/** `number` of the mutants, evenly among them: for a seed the same ones as long as their lines stay as they are. */
export const sample = (mutants: readonly Mutant[], number: number, seed: string): Mutant[] =>
  mutants
    .toSorted((one, other) => (hashOf(`${seed}${one.key}`) < hashOf(`${seed}${other.key}`) ? -1 : 1))
    .slice(0, number)
    .toSorted((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : one.start - other.start));

/** With the test files that can notice it: those that import its file, then the nearest by the project's graph, as many as take `testSeconds`. */
export function candidatesOf(
  root: string,
  files: readonly string[],
  mutants: readonly Mutant[],
  testSeconds: number,
): Candidate[] {
  const graph = readGraph(root, files);
  const secondsOf = secondsOfTests(root);
  const limits = { testSeconds: Infinity, journeys: 0, journeySeconds: 0, secondsOf };
  const tests = new Map<string, readonly string[]>();
  for (const { file } of mutants)
    if (!tests.has(file)) {
      const nearest = select([file], graph, limits).tests.map((test) => test.file);
      const imports = (test: string) => graph.get(test)?.get(file) === "import";
      tests.set(file, nearestWithin([...nearest.filter(imports), ...nearest], testSeconds, secondsOf));
    }
  return mutants.map((mutant) => ({ mutant, tests: tests.get(mutant.file) ?? [] }));
}

/** Each once, in order; one that takes longer than what is left is passed over, but for the first. */
export function nearestWithin(
  nearest: readonly string[],
  testSeconds: number,
  secondsOf: (file: string) => number,
): string[] {
  let left = testSeconds;
  return [...new Set(nearest)].filter((file, index) => {
    if (index > 0 && secondsOf(file) > left) return false;
    left -= secondsOf(file);
    return true;
  });
}

/** The lines of a file that differ from a commit; all of one that wasn't there. */
export function changedLines(root: string, base: string, file: string): (line: number) => boolean {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (git("ls-files", file) === "") return () => true;
  const ranges = [...git("diff", "-U0", base, "--", file).matchAll(/^@@ .* \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, from, length]) => ({ from: Number(from), to: Number(from) + Number(length ?? 1) }),
  );
  return (line) => ranges.some(({ from, to }) => from <= line && line < to);
}
