/** What a run of tests with mutants is told and what it notes, in files: its worker is a process of its own, and may be killed. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/**
 * `cover` notes which mutants each test reaches; of a file that isn't one of `whole` it runs as many tests as there is time for. `try` repeats each test with each of its mutants on, all in one process. `alone` runs with one mutant on
 * from the first line: what is worked out once, when a module is read or a test before asked for it, has the fault, too.
 */
export type Plan =
  | { readonly mode: "cover"; readonly whole: readonly string[]; readonly millisecondsEach: number }
  | {
      readonly mode: "try";
      /** By the id of a test. */
      readonly mutants: Readonly<Record<string, readonly number[]>>;
      readonly millisecondsEach: number;
      readonly until: number;
    }
  | { readonly mode: "alone"; readonly mutant: number };

/** What a worker notes, a line each. */
export type Note =
  | { readonly worker: number }
  /** A file of which not all tests ran, as there was no time. */
  | { readonly cut: string }
  | { readonly reached: readonly number[]; readonly test: TestNote | null }
  /** A mutant is on from here until the next note. */
  | { readonly trying: number; readonly test: TestNote }
  | { readonly killed: readonly number[]; readonly test: TestNote }
  /** The test did not pass again by itself: what it said of these mutants counts for nothing. */
  | { readonly voided: readonly number[]; readonly test: TestNote };

export interface TestNote {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly passed: boolean;
}

/** The variables that name the two files. */
export const planFile = "MUTANTS_PLAN";
export const notesFile = "MUTANTS_NOTES";

export const readPlan = (): Plan => JSON.parse(readFileSync(process.env[planFile] ?? "", "utf8")) as Plan;

export const note = (line: Note): void => appendFileSync(process.env[notesFile] ?? "", `${JSON.stringify(line)}\n`);

export const readNotes = (file: string): Note[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Note)
    : [];
