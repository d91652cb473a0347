/** vitest over a tree with mutants: several runs in one process, each with a plan and a limit. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest, type TestProject } from "vitest/node";
import { type Note, notesFile, type Plan, planFile, readNotes } from "./plan.ts";

export interface RunOfTests {
  /** The tests that failed, by file and name; what failed outside of tests under its message. */
  readonly failed: readonly string[];
  readonly notes: readonly Note[];
  readonly timedOut: boolean;
}

export interface Session {
  /** Runs test files of the tree in their order; a worker that gets no further with a mutant for `seconds` is killed. */
  readonly run: (files: readonly string[], plan: Plan, seconds: number) => Promise<RunOfTests>;
  readonly close: () => Promise<void>;
}

/** What a test waits for that a fault keeps from coming: not ten minutes. */
const waits = { test: 20_000, poll: 5000 };

export async function openSession(tree: string): Promise<Session> {
  const [plan, notes] = [`${tree}.plan.json`, `${tree}.notes.txt`];
  Object.assign(process.env, { [planFile]: plan, [notesFile]: notes, SCREEN_WAIT_MS: `${waits.poll}` });
  process.chdir(tree);
  const vitest = await createVitest("test", { root: tree, watch: false, reporters: [{}], maxWorkers: 1, bail: 1 });
  vitest.config.sequence.sequencer = class {
    sort = <T>(files: T) => files;
    shard = <T>(files: T) => files;
  };
  for (const project of vitest.projects) prepare(project, tree);
  const known = new Map(
    (await vitest.globTestSpecifications()).map((each) => [each.moduleId.slice(tree.length + 1), each]),
  );

  async function run(files: readonly string[], given: Plan, seconds: number): Promise<RunOfTests> {
    rmSync(notes, { force: true });
    writeFileSync(plan, JSON.stringify(given));
    for (const { config } of vitest.projects) config.bail = given.mode === "alone" ? 1 : 0;
    vitest.config.bail = given.mode === "alone" ? 1 : 0;
    const watch = watchWorker(notes, given, seconds);
    const specifications = files.flatMap((file) => known.get(file) ?? []);
    const result = await vitest.runTestSpecifications(specifications);
    watch.end();
    vitest.state.filesMap.clear();
    const failed = result.testModules.flatMap((module) => [
      ...[...module.children.allTests("failed")].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
      ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ]);
    const outside = result.unhandledErrors.map((error) => String((error as Error).message));
    return { failed: [...failed, ...outside], notes: readNotes(notes), timedOut: watch.timedOut() };
  }
  async function close(): Promise<void> {
    await vitest.close();
    for (const file of [plan, notes]) rmSync(file, { force: true });
  }
  return { run, close };
}

function prepare({ config }: TestProject, tree: string): void {
  // What runs in a document reads nothing outside of the tree.
  const inTree = join(tree, "scripts/mutants/run/runner.ts");
  config.runner = existsSync(inTree) ? inTree : join(import.meta.dirname, "runner.ts");
  config.testTimeout = waits.test;
  config.hookTimeout = 6 * waits.test;
  config.expect.poll = { timeout: waits.poll };
  config.maxWorkers = 1;
}

/** Kills a worker that gets no further: a loop without an end can't be interrupted otherwise. */
function watchWorker(notes: string, plan: Plan, seconds: number) {
  let [size, since, timedOut] = [0, performance.now(), false];
  const timer = setInterval(() => {
    const now = statSync(notes, { throwIfNoEntry: false })?.size ?? 0;
    if (now !== size) [size, since] = [now, performance.now()];
    if (performance.now() - since < seconds * 1000) return;
    const lines = readNotes(notes);
    since = performance.now();
    // What prepares a file may take its time.
    if (plan.mode !== "alone" && !("trying" in (lines.at(-1) ?? {}))) return;
    const worker = lines.findLast((line) => "worker" in line)?.worker;
    timedOut = true;
    if (worker !== undefined) kill(worker);
  }, 1000);
  return { end: () => clearInterval(timer), timedOut: () => timedOut };
}

function kill(worker: number): void {
  try {
    // Only what is still a worker of this run: its number may be another's by now.
    if (readFileSync(`/proc/${worker}/cmdline`, "utf8").includes("vitest")) process.kill(worker, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
