/**
 * `npm run explore -- mutants [folder…]`: small faults are put into the sources, one at a time, and the tests that can notice run. Says which faults no
 * test noticed, and the score of each folder.
 *
 * `--sample 20` runs so many of each folder, the same ones each time, and others with another `--seed`; `--kind "SQL,where()"` takes only the kinds with one of these in
 * their name, and writes no scores; nor does `--only 814dd851e639,cf592d4a1cda`, which takes those with a key that stands behind a survivor.
 * `--seconds 20` is the CPU time of the tests that each file is given; `--minutes 30` ends it by then, and 0 only says what is known; `--write` puts the
 * scores into docs/benchmarks.md. `--changed` takes only lines that differ from the main branch, or from `--since REF`, and ends within two minutes.
 *
 * `--faults FILE` instead tries faults that somebody chose and wrote down (`chosen.ts`), and says by kind how many were noticed.
 *
 * What was found out before is kept in .cache until the file or its tests change.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isReachable } from "../../server/platform/testing/is-reachable.ts";
import { changedFiles } from "../test/changed/changed-files.ts";
import { candidatesOf, changedLines, mutantsIn, sample } from "./candidates.ts";
import { chosenMutants } from "./chosen.ts";
import { keptOutcomes } from "./outcomes.ts";
import { folderOf, linesByKind, percent, scoresOf, survivorLines, writeScores } from "./report.ts";
import { farTimes, measure, type Outcome } from "./run/measure.ts";
import type { Mutant } from "./tree/mutants.ts";
import { shadowTree } from "./tree/shadow-tree.ts";

const root = join(import.meta.dirname, "../..");
/** What two minutes are enough for, the type check of the survivors included. */
const changedLimits = { sample: 60, seconds: 4, minutes: 1.6 };

/** Prints the scores; true where each fault was noticed, and always for changed lines. */
export async function exploreMutants(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: "string" },
      seed: { type: "string", default: "" },
      seconds: { type: "string", default: "20" },
      minutes: { type: "string", default: "600" },
      kind: { type: "string", default: "" },
      only: { type: "string", default: "" },
      write: { type: "boolean", default: false },
      changed: { type: "boolean", default: false },
      faults: { type: "string" },
      since: { type: "string" },
    },
  });
  const { files, changed, base } = changedFiles(root, values.since ?? (values.changed ? null : "HEAD"));
  const found = mutantsToTry();
  function mutantsToTry(): Mutant[] {
    if (values.faults !== undefined) return chosenMutants(root, values.faults);
    if (values.changed) return mutantsIn(root, files, changed).filter(onChangedLines(base));
    return mutantsIn(root, files, positionals.length === 0 ? defaultFolders : positionals);
  }
  const only = new Set(values.only.split(",").filter(Boolean));
  const all = found.filter(
    ({ kind, key }) => values.kind.split(",").some((part) => kind.includes(part)) && (only.size === 0 || only.has(key)),
  );
  if (all.length === 0) return say("No mutants there.");
  const number = Number(values.sample ?? (values.changed ? changedLimits.sample : all.length));
  const seconds = values.changed ? changedLimits.seconds : Number(values.seconds);
  const until = Date.now() + (values.changed ? changedLimits.minutes : Number(values.minutes)) * 60_000;
  const groups = values.changed ? [all] : Map.groupBy(all, ({ file }) => folderOf(file)).values();
  const chosen = [...groups].flatMap((own) => sample(own, number, values.seed));
  const outcomes = await outcomesOf(files, chosen, seconds, until);
  if (values.faults !== undefined) for (const line of linesByKind(all, outcomes)) console.log(line);
  const isWhole = values.faults === undefined && values.kind + values.only === "";
  const allNoticed = conclude(all, outcomes, chosen.length, values.write && isWhole);
  // Within two minutes only the nearest tests run: another one may notice what these don't.
  return values.changed || allNoticed;
}

/** Of the mutants there was time for: what is known from before, or what the tests say now. */
async function outcomesOf(
  files: readonly string[],
  chosen: readonly Mutant[],
  seconds: number,
  until: number,
): Promise<[Mutant, Outcome][]> {
  const outcomes = keptOutcomes(root);
  const candidates = new Map(candidatesOf(root, files, chosen, farTimes * seconds).map((each) => [each.mutant, each]));
  const found = new Map<Mutant, Outcome>();
  for (const candidate of candidates.values()) {
    const known = outcomes.get(candidate);
    if (known) found.set(candidate.mutant, known);
  }
  console.log(`${chosen.length} mutants chosen, ${found.size} known from before`);
  const open = [...candidates.values()].filter(({ mutant }) => !found.has(mutant));
  if (open.length === 0 || Date.now() >= until) return [...found];
  await chooseDatabase();
  const tree = shadowTree(root, String(process.pid), files);
  await measure(root, tree, open, { files, secondsEach: seconds, silentSeconds: 60, until }, (mutant, outcome) => {
    found.set(mutant, outcome);
    const candidate = candidates.get(mutant);
    if (candidate) outcomes.set(candidate, outcome);
    outcomes.save();
  });
  tree.remove();
  return [...found];
}

/** What money, prescriptions, emergencies, access, messages and dispensing decide, and what sends. */
const defaultFolders = [
  ...["contract/policy", "contract/emergency", "server/emergency", "server/prescriptions", "server/payment"],
  ...["server/orders", "server/messages", "server/dispensing", "clinic/work", "app/forms"],
];

function onChangedLines(base: string): (mutant: Mutant) => boolean {
  const known = new Map<string, (line: number) => boolean>();
  return ({ file, line }) => {
    const isChanged = known.get(file) ?? changedLines(root, base, file);
    known.set(file, isChanged);
    return isChanged(line);
  };
}

/** Tests use the database server where there is one, as `npm test` does. */
async function chooseDatabase(): Promise<void> {
  const url = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
  if (await isReachable(url, 5432)) Object.assign(process.env, { TEST_DATABASE: "server", TEST_DATABASE_URL: url });
}

function conclude(all: readonly Mutant[], found: [Mutant, Outcome][], chosen: number, writes: boolean): boolean {
  const scores = scoresOf(all, found);
  const survivors = survivorLines(root, found);
  for (const line of survivors) console.log(line);
  for (const score of scores)
    console.log(`${score.folder}: ${percent(score)}, ${score.noticed} of ${score.run} noticed (${score.all} mutants)`);
  if (found.length < chosen) console.log(`${chosen - found.length} not run: no time was left`);
  // What no test reaches is known first, so half a run says too little.
  if (writes && found.length < chosen) console.log("Scores are not written: not all of them were run");
  else if (writes) writeScores(root, scores);
  console.log(`${survivors.length} mutants that no test noticed`);
  return survivors.length === 0;
}

function say(line: string): true {
  console.log(line);
  return true;
}
