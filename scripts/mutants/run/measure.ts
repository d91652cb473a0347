/** Runs mutants: which of them a test notices. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secondsOfTests } from "../../test/cpu-seconds.ts";
import { nearestWithin } from "../candidates.ts";
import { folderOf } from "../report.ts";
import { type Mutant, withAllFaults } from "../tree/mutants.ts";
import type { ShadowTree } from "../tree/shadow-tree.ts";
import { type Coverage, coverage } from "./coverage.ts";
import { openSession, type Session } from "./session.ts";
import { refusedByTypes } from "./type-check.ts";

export interface Outcome {
  readonly state: "killed" | "timed out" | "survived" | "reached by no test" | "refused by the type check";
  /** The test that noticed it. */
  readonly by?: string;
}

/** A mutant and the test files that can notice it, nearest first. */
export interface Candidate {
  readonly mutant: Mutant;
  readonly tests: readonly string[];
}

export interface Limits {
  /** The files of the project. */
  readonly files: readonly string[];
  /** For how long a mutant is tried in one process, by the clock. */
  readonly secondsEach: number;
  /** How long a test with a fault may take without an answer. */
  readonly silentSeconds: number;
  /** Everything ends by then; the rest has no outcome. */
  readonly until: number;
}

/** For so many times the seconds of a mutant it is looked for whether any test reaches it. */
export const farTimes = 4;
/** Runs before vitest is started anew, which drops the databases of the runs before. */
const runsOfSession = 40;

/** Calls `outcomeOf` with what was found out, as soon as it was; one folder after the other, each with its share of the time that is left. */
export async function measure(
  root: string,
  tree: ShadowTree,
  given: readonly Candidate[],
  limits: Limits,
  outcomeOf: (mutant: Mutant, outcome: Outcome) => void,
): Promise<void> {
  const refused = refusedByTypes(
    root,
    limits.files,
    given.map(({ mutant }) => mutant),
  );
  for (const mutant of refused) outcomeOf(mutant, { state: "refused by the type check" });
  const numbered = given
    .filter(({ mutant }) => !refused.has(mutant))
    .map((candidate, index) => ({ number: index + 1, ...candidate }));
  for (const [file, own] of Map.groupBy(numbered, ({ mutant }) => mutant.file)) {
    const faults = own.map(({ number, mutant }) => [number, mutant] as const);
    tree.write(file, withAllFaults(readFileSync(join(root, file), "utf8"), faults));
  }
  const folders = [...Map.groupBy(numbered, ({ mutant }) => folderOf(mutant.file)).values()];
  for (const [index, own] of folders.entries()) {
    const share = (limits.until - Date.now()) / (folders.length - index);
    await measureFolder(root, tree, own, { ...limits, until: Date.now() + share }, outcomeOf);
  }
}

export type Numbered = Candidate & { readonly number: number };

async function measureFolder(
  root: string,
  tree: ShadowTree,
  candidates: readonly Numbered[],
  limits: Limits,
  outcomeOf: (mutant: Mutant, outcome: Outcome) => void,
): Promise<void> {
  const byNumber = new Map(candidates.map((each) => [each.number, each]));
  const settle = (number: number, outcome: Outcome): void => {
    const found = byNumber.get(number);
    if (found) outcomeOf(found.mutant, outcome);
  };
  const secondsOf = secondsOfTests(root);
  const whole = new Set(candidates.flatMap(({ tests }) => tests.slice(0, 1)));
  const reached = new Map<number, Set<string>>();
  const covered = new Set<string>();
  let session = await openSession(tree.path);
  let left = candidates;
  // The nearest first: what they notice, nothing else need reach; far ones only for what no nearer one reaches.
  for (const times of [1 / 4, 1, farTimes]) {
    const near = left
      .filter(({ number }) => times <= 1 || !reached.has(number))
      .map((each) => ({ ...each, tests: nearestWithin(each.tests, times * limits.secondsEach, secondsOf) }))
      .map((each) => ({ ...each, tests: each.tests.filter((file) => !covered.has(file)) }));
    if (near.every(({ tests }) => tests.length === 0) || Date.now() >= limits.until) continue;
    for (const { tests } of near) for (const file of tests) covered.add(file);
    const cover = await coverage(root, session, near, { ...limits, whole });
    for (const [number, files] of cover.reached)
      reached.set(number, new Set([...(reached.get(number) ?? []), ...files]));
    const all = left.filter(({ number }) => reached.has(number)).length;
    console.log(`${cover.tests.length} tests pass; ${all} of ${left.length} mutants are reached`);
    const killed = await tryAll(session, cover, limits, settle);
    left = left.filter(({ number }) => !killed.has(number));
  }
  for (const [index, { number, tests }] of left.entries()) {
    const near = tests.filter((file) => reached.get(number)?.has(file));
    if (near.length === 0) settle(number, { state: "reached by no test" });
    else if (Date.now() < limits.until) {
      if (index % runsOfSession === runsOfSession - 1) {
        await session.close();
        session = await openSession(tree.path);
      }
      settle(
        number,
        await alone(session, number, nearestWithin(near, limits.secondsEach, secondsOfTests(root)), limits),
      );
    }
  }
  await session.close();
}

/** Tries all mutants in one process, or in as many as it takes where some don't end; answers the ones that were noticed. */
async function tryAll(
  session: Session,
  { tests }: Coverage,
  { secondsEach, silentSeconds, until }: Limits,
  settle: (number: number, outcome: Outcome) => void,
): Promise<ReadonlySet<number>> {
  const done = new Set<number>();
  const triedIn = new Set<string>();
  for (let hangs = true; hangs && Date.now() < until;) {
    const open = tests.flatMap(({ id, file, mutants }) => {
      const left = triedIn.has(id) ? [] : mutants.filter((number) => !done.has(number));
      return left.length === 0 ? [] : [{ id, file, left }];
    });
    const plan = {
      mode: "try" as const,
      mutants: Object.fromEntries(open.map(({ id, left }) => [id, left])),
      millisecondsEach: secondsEach * 1000,
      until,
    };
    const { notes, timedOut } = await session.run([...new Set(open.map(({ file }) => file))], plan, silentSeconds);
    for (const line of notes)
      if ("killed" in line)
        for (const number of line.killed) {
          done.add(number);
          settle(number, { state: "killed", by: `${line.test.file}: ${line.test.name}` });
        }
    const last = notes.findLast((line) => "trying" in line);
    hangs = timedOut && last !== undefined;
    if (timedOut && last) {
      done.add(last.trying);
      settle(last.trying, { state: "timed out", by: `${last.test.file}: ${last.test.name}` });
      for (const line of notes) if ("killed" in line || "voided" in line) triedIn.add(line.test.id);
    }
  }
  return done;
}

async function alone(
  session: Session,
  mutant: number,
  files: readonly string[],
  { silentSeconds }: Limits,
): Promise<Outcome> {
  const { failed, timedOut } = await session.run(files, { mode: "alone", mutant }, 2 * silentSeconds);
  if (timedOut) return { state: "timed out", by: files.join(", ") };
  return failed[0] === undefined ? { state: "survived" } : { state: "killed", by: failed[0] };
}
