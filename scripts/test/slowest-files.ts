import { globSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { playwrightTests, readReport } from "./reports.ts";

/** The slowest test files, by the reports in `folder`: one line each, slowest first. */
export function slowestFiles(root: string, folder: string, count = 20): string[] {
  return globSync(join(folder, "*.json"))
    .flatMap((file) => filesOf(root, file).map((each) => ({ ...each, step: basename(file, ".json") })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ step, name, seconds, tests }) => `${seconds.toFixed(1).padStart(7)} s  ${name}, ${tests} tests (${step})`);
}

function filesOf(root: string, file: string): { name: string; seconds: number; tests: number }[] {
  const report = readReport(file);
  if ("testResults" in report)
    return report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
    }));
  const byFile = Map.groupBy(report.suites.flatMap(playwrightTests), ({ file: spec }) => spec);
  return [...byFile].map(([spec, tests]) => ({
    name: join("e2e", spec),
    seconds: tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000,
    tests: tests.length,
  }));
}
