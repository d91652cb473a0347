/** CPU seconds of test files, as `vitest.setup.ts` notes them: of the worker and of the processes it started and waited for. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { playwrightTests, readReport } from "./reports.ts";

/** One line of the notes, in CPU seconds; `reference` is milliseconds of a work that is always the same. */
export interface FileSeconds {
  readonly file: string;
  readonly reference: number;
  /** Reading the file's modules, which falls to the first file of a worker that needs them: to no folder. */
  readonly loading: number;
  readonly tests: number;
}

export const readNotes = (file: string): FileSeconds[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as FileSeconds)
    : [];

const keptIn = (root: string) => join(root, ".cache/test-seconds.json");

const readKept = (root: string): Record<string, number> =>
  existsSync(keptIn(root)) ? (JSON.parse(readFileSync(keptIn(root), "utf8")) as Record<string, number>) : {};

/** Keeps what each file took on this machine, for choosing what there is time for: CPU seconds, of a journey those on the clock. */
export function keepSeconds(root: string, notes: readonly FileSeconds[], browserReport: string): void {
  const journeys: Record<string, number> = {};
  const report = existsSync(browserReport) ? readReport(browserReport) : null;
  for (const { file, milliseconds } of report && "suites" in report ? report.suites.flatMap(playwrightTests) : [])
    journeys[`e2e/${file}`] = (journeys[`e2e/${file}`] ?? 0) + milliseconds / 1000;
  const kept = { ...readKept(root), ...journeys, ...Object.fromEntries(notes.map(({ file, tests }) => [file, tests])) };
  writeFileSync(keptIn(root), JSON.stringify(kept));
}

/** Those of the whole contract make a request of each call at least. */
const usual = (file: string) =>
  /^(?:e2e|server\/contract-tests|server\/crash-tests)\//.test(file) ? 15 : file.startsWith("server/") ? 2.5 : 0.3;

/** What a file is expected to take: what it took last on this machine, or else what its kind does on average. */
export function secondsOfTests(root: string): (file: string) => number {
  const kept = readKept(root);
  return (file) => kept[file] ?? (/patients-year|unreliable-connection/.test(file) ? 90 : usual(file));
}
