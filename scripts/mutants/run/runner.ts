/** vitest's runner, which turns mutants on and off around tests; in the worker's process. */
import { TestRunner, type RunnerTask, type RunnerTestCase, type SerializedConfig } from "vitest";
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
  #usual = 0;

  constructor(config: SerializedConfig) {
    super(config);
    note({ worker: process.pid });
    if (this.#plan.mode === "alone") on = this.#plan.mutant;
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#plan.mode === "cover") this.#noteLoose();
    if (this.#plan.mode !== "try" || test.type !== "test" || test.fails) return;
    const { mutants, millisecondsEach, until } = this.#plan;
    const hasTime = (each: number) => Date.now() < until && (spent.get(each) ?? 0) < millisecondsEach;
    this.#mutants = (mutants[test.id] ?? []).filter((each) => !killed.has(each) && hasTime(each));
    this.#killed = [];
    this.#isRepeatable = true;
    if (this.#mutants.length > 0) test.repeats = this.#mutants.length + 2;
  }

  override onBeforeTryTask(test: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    this.#began = performance.now();
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
    else spent.set(mutant, (spent.get(mutant) ?? 0) + took);
    if (options.repeats === 0) this.#usual = took;
    if (options.repeats === this.#mutants.length + 2) this.#settle(test);
    if (test.result) Object.assign(test.result, { state: "pass", errors: undefined });
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner["onAfterRunSuite"]>[0]): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (this.#plan.mode === "cover") this.#noteLoose();
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
