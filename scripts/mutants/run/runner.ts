/** vitest's runner, which turns mutants on and off around tests; in the worker's process. */
import { TestRunner, type RunnerTask, type RunnerTestCase, type RunnerTestSuite, type SerializedConfig } from "vitest";
import { note, type Plan, readPlan, type TestNote } from "./plan.ts";

declare global {
  /** Asked by the mutated sources wherever they have a fault: whether that one is on. */
  var isMutant: (number: number) => boolean;
}

/** Times a mutant may be asked for between two looks at the clock. */
const asksBetweenLooks = 4096;

const killed = new Set<number>();
const spent = new Map<number, number>();
let reached = new Set<number>();
let on = 0;
let endsAt = Infinity;
let asks = 0;

globalThis.isMutant = (number) => {
  reached.add(number);
  if (number !== on) return false;
  asks += 1;
  if (asks % asksBetweenLooks === 0 && performance.now() > endsAt) throw new Error("This goes on for too long");
  return true;
};

export default class MutantRunner extends TestRunner {
  readonly #plan: Plan = readPlan();
  /** Of the test that runs: mutants by repetition, from the third on; the first two and the last are without. */
  #mutants: readonly number[] = [];
  #killed: number[] = [];
  #isRepeatable = true;
  #skips = false;
  #began = 0;
  #startedWork = 0;
  #usual = 0;
  #file = "";
  #fileBegan = 0;
  /** The tests of the file that haven't run yet. */
  #ahead: readonly string[] = [];

  constructor(config: SerializedConfig) {
    super(config);
    note({ worker: process.pid });
    if (this.#plan.mode === "alone") on = this.#plan.mutant;
  }

  /** A file of which no test has anything left to try isn't prepared, either. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    if (suite !== suite.file) return;
    [this.#file, this.#fileBegan] = [suite.file.name, timeSpent()];
    this.#ahead = idsOf(suite);
    if (this.#isOver()) suite.mode = "skip";
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#plan.mode === "cover") this.#noteLoose();
    // Those before the last one that is tried run as well: it may go on from what they left.
    if (this.#isOver()) {
      test.mode = "skip";
      if (this.#plan.mode === "cover") note({ cut: this.#file });
    }
    this.#ahead = this.#ahead.filter((each) => each !== test.id);
    if (this.#plan.mode !== "try" || test.type !== "test" || test.fails) return;
    this.#mutants = this.#openOf(test.id);
    this.#killed = [];
    this.#isRepeatable = true;
    if (this.#mutants.length > 0) test.repeats = this.#mutants.length + 2;
  }

  override onBeforeTryTask(test: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    [this.#began, this.#startedWork] = [performance.now(), timeSpent()];
    if (this.#plan.mode !== "try") return;
    const mutant = this.#mutants[options.repeats - 2];
    if (mutant === undefined) return;
    this.#skips = !this.#isRepeatable || Date.now() > this.#plan.until;
    if (this.#skips) throw new Error("Without this mutant: the test can't be repeated, or the time is over");
    note({ trying: mutant, test: this.#noteOf(test, true) });
    endsAt = this.#began + Math.max(this.#plan.millisecondsEach / 4, 10 * this.#usual);
    on = mutant;
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const failed = test.result?.state === "fail";
    const took = performance.now() - this.#began;
    const worked = timeSpent() - this.#startedWork;
    if (this.#plan.mode === "cover") {
      note({ reached: [...reached], test: this.#noteOf(test, !failed) });
      reached = new Set();
    }
    if (this.#plan.mode !== "try" || this.#mutants.length === 0) return;
    on = 0;
    endsAt = Infinity;
    const mutant = this.#mutants[options.repeats - 2];
    if (mutant === undefined) this.#isRepeatable &&= !failed;
    else if (failed && !this.#skips) this.#killed.push(mutant);
    else spent.set(mutant, (spent.get(mutant) ?? 0) + worked);
    if (options.repeats === 0) this.#usual = took;
    if (options.repeats === this.#mutants.length + 2) this.#settle(test);
    if (test.result) Object.assign(test.result, { state: "pass", errors: undefined });
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner["onAfterRunSuite"]>[0]): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (this.#plan.mode === "cover") this.#noteLoose();
  }

  #openOf(test: string): readonly number[] {
    if (this.#plan.mode !== "try") return [];
    const { mutants, millisecondsEach, until } = this.#plan;
    const hasTime = (each: number) => Date.now() < until && (spent.get(each) ?? 0) < millisecondsEach;
    return (mutants[test] ?? []).filter((each) => !killed.has(each) && hasTime(each));
  }

  /** Whether what is left of the file needn't run. */
  #isOver(): boolean {
    if (this.#plan.mode === "try") return !this.#ahead.some((each) => this.#openOf(each).length > 0);
    if (this.#plan.mode !== "cover" || this.#plan.whole.includes(this.#file)) return false;
    return timeSpent() - this.#fileBegan > this.#plan.millisecondsEach;
  }

  /** Mutants reached outside of tests: while a module is read, and by what prepares. */
  #noteLoose(): void {
    if (reached.size > 0) note({ reached: [...reached], test: null });
    reached = new Set();
  }

  #settle(test: RunnerTestCase): void {
    if (!this.#isRepeatable) note({ voided: this.#mutants, test: this.#noteOf(test, false) });
    else note({ killed: this.#killed, test: this.#noteOf(test, true) });
    if (this.#isRepeatable) for (const each of this.#killed) killed.add(each);
  }

  #noteOf(test: RunnerTask, passed: boolean): TestNote {
    const { id, file, name } = test;
    return { id, file: file.name, name, milliseconds: performance.now() - this.#began, passed };
  }
}

/** Milliseconds of work; of waiting a quarter, so that it ends: a machine with much else to do takes longer for the same. */
function timeSpent(): number {
  const { user, system } = process.cpuUsage();
  return Math.max((user + system) / 1000, performance.now() / 4);
}

const idsOf = ({ tasks }: RunnerTestSuite): string[] =>
  tasks.flatMap((task) => (task.type === "suite" ? idsOf(task) : [task.id]));
