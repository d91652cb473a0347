/**
 * Checks that every journey ran, and passed, in each other engine of this machine. The report of the run is read from the file given. With
 * `INSTALLED=required` an engine that isn't there fails, too: somebody has just installed it.
 */
import { existsSync } from "node:fs";
import { firefox, mustBeInstalled, webKitDriver, xvfb } from "./installed.ts";
import { readReport } from "./reports.ts";

const [file = ""] = process.argv.slice(2);
const engines = [
  { name: "Firefox", installed: firefox !== null },
  { name: "WebKit", installed: webKitDriver !== null && xvfb !== null },
];
const report = existsSync(file) ? readReport(file) : { testResults: [] };
const journeys = ("testResults" in report ? report.testResults : []).flatMap(
  ({ assertionResults }) => assertionResults,
);
const titles = new Set(journeys.map(({ title }) => title));
const passedIn = (engine: string) =>
  new Set(
    journeys
      .filter(({ ancestorTitles, status }) => ancestorTitles.includes(engine) && status === "passed")
      .map(({ title }) => title),
  );
const problems = engines.flatMap(({ name, installed }) => {
  if (!installed) return mustBeInstalled ? [`${name} should be here and isn't.`] : [];
  const passed = passedIn(name);
  if (passed.size === 0) return [`${name} is here, and no journey passed in it.`];
  return [...titles].filter((title) => !passed.has(title)).map((title) => `${name} did not pass: ${title}`);
});
for (const problem of problems) console.error(problem);
console.log(`${titles.size} journeys, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
