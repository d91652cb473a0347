import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

/** The test files that took longest, of vitest's JSON reports by the step that wrote them: one line each, slowest first. */
export function slowestFiles(root: string, reports: ReadonlyMap<string, string>, count = 20): string[] {
  return [...reports]
    .filter(([, file]) => existsSync(file))
    .flatMap(([step, file]) =>
      (JSON.parse(readFileSync(file, "utf8")) as Report).testResults.map((each) => ({
        step,
        name: relative(root, each.name),
        seconds: (each.endTime - each.startTime) / 1000,
        tests: each.assertionResults.length,
      })),
    )
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ step, name, seconds, tests }) => `${seconds.toFixed(1).padStart(7)} s  ${name}, ${tests} tests (${step})`);
}
