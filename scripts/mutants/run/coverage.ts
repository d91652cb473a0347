/** Which tests reach which mutants. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { keepSeconds, readNotes as readCpuNotes, secondsOfTests } from "../../test/cpu-seconds.ts";
import type { Candidate, Limits, Numbered } from "./measure.ts";
import type { Note } from "./plan.ts";
import type { Session } from "./session.ts";

/** The test files of all, each as near as it is to the one it is nearest to; of those that are as near, the quick ones first. */
function nearestOfAll(candidates: readonly Candidate[], secondsOf: (file: string) => number): string[] {
  const nearness = new Map<string, number>();
  for (const { tests } of candidates)
    for (const [index, file] of tests.entries()) nearness.set(file, Math.min(index, nearness.get(file) ?? Infinity));
  return [...nearness]
    .toSorted(([file, one], [other, steps]) => one - steps || secondsOf(file) - secondsOf(other))
    .map(([file]) => file);
}

interface CoveringTest {
  readonly id: string;
  readonly file: string;
  readonly mutants: readonly number[];
  readonly milliseconds: number;
}

export interface Coverage {
  /** The tests that pass, those of the nearest files first: what they notice, the others needn't try. */
  readonly tests: readonly CoveringTest[];
  /** Test files that reach a mutant, also while they are read or prepared. */
  readonly reached: ReadonlyMap<number, ReadonlySet<string>>;
}

/** Runs test files, nearest first, without a fault; each that isn't one of `whole` as far as there is time. */
export async function coverage(
  root: string,
  session: Session,
  candidates: readonly Numbered[],
  { whole, secondsEach, silentSeconds }: Limits & { readonly whole: ReadonlySet<string> },
): Promise<Coverage> {
  const files = nearestOfAll(candidates, secondsOfTests(root));
  const isOwn = new Set(candidates.map(({ number }) => number));
  const cpuFile = join(root, `.cache/mutants/${process.pid}.cpu.txt`);
  rmSync(cpuFile, { force: true });
  process.env["TEST_CPU_FILE"] = cpuFile;
  const { notes, failed } = await session.run(
    files,
    { mode: "cover", whole: [...whole], millisecondsEach: secondsEach * 1000 },
    silentSeconds,
  );
  delete process.env["TEST_CPU_FILE"];
  const cut = new Set(notes.flatMap((line) => ("cut" in line ? line.cut : [])));
  const atLeast = (file: string) => (cut.has(file) ? 3 * secondsEach : 0);
  keepSeconds(
    root,
    readCpuNotes(cpuFile).map((each) => ({ ...each, tests: Math.max(each.tests, atLeast(each.file)) })),
    "",
  );
  rmSync(cpuFile, { force: true });
  const reached = new Map<number, Set<string>>();
  const failing = new Set(notes.flatMap((line) => (isOfTest(line) && !line.test.passed ? [line.test.file] : [])));
  // A test that failed may have left something behind: what others of its file say counts where it can be repeated, not alone.
  const tests = notes
    .filter(isOfTest)
    .filter(({ test }) => test.passed)
    .map(({ test, reached: numbers }) => ({ test, reached: numbers.filter((each) => isOwn.has(each)) }));
  // What is read once in a worker is read for all files that need it.
  const loose = new Set(notes.flatMap((line) => ("reached" in line && line.test === null ? line.reached : [])));
  for (const number of loose) reached.set(number, new Set(files.filter((file) => !failing.has(file))));
  for (const { test, reached: numbers } of tests.filter(({ test: { file } }) => !failing.has(file))) {
    for (const number of numbers) reached.set(number, (reached.get(number) ?? new Set()).add(test.file));
  }
  const outside = failed.filter((line) => ![...failing].some((file) => line.startsWith(`${file}: `)));
  for (const line of outside) console.log(`Not run: ${line}`);
  if (failing.size > 0) console.log(`Some tests fail without a fault: ${[...failing].join(", ")}`);
  return {
    tests: withoutSlow(
      tests.map(({ test: { id, file, milliseconds }, reached: mutants }) => ({ id, file, mutants, milliseconds })),
      secondsEach * 250,
    ),
    reached,
  };
}

/** A test that takes this long once is only tried with mutants that no quicker one reaches: four others find out more in the same time. */
function withoutSlow(tests: readonly CoveringTest[], milliseconds: number): CoveringTest[] {
  const quick = new Set(tests.flatMap((test) => (test.milliseconds < milliseconds ? test.mutants : [])));
  return tests.map((test) =>
    test.milliseconds < milliseconds ? test : { ...test, mutants: test.mutants.filter((each) => !quick.has(each)) },
  );
}

const isOfTest = (line: Note): line is Extract<Note, { reached: unknown }> & { test: NonNullable<unknown> } =>
  "reached" in line && line.test !== null;
