import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isReachable } from "../server/platform/testing/is-reachable.ts";
import { changedFiles } from "./test/changed/changed-files.ts";
import { chosenLines, leftOutLines, planChanged } from "./test/changed/plan.ts";
import { keepSeconds, readNotes } from "./test/cpu-seconds.ts";
import { machineSeconds } from "./test/cpu-time.ts";
import { embeddedEnv, embeddedFiles } from "./test/embedded-files.ts";
import { firefox, mustBeInstalled, nginx, swift, webKitDriver, xvfb } from "./test/installed.ts";
import { type Outcome, runStages, type Step } from "./test/run-steps.ts";
import { slowestFiles } from "./test/slowest-files.ts";

const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const only = process.argv.slice(2);
const coverageFile = join(root, `.cache/calls-${process.pid}.txt`);
const statementsFile = join(root, `.cache/statements-${process.pid}.txt`);
/** Where vitest and Playwright write their reports, one file per step. */
const reports = join(root, ".cache/reports");
const cpuFile = join(reports, "cpu.txt");
const databaseUrl = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
const redisUrl = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

const [hasServer, hasRedis] = await Promise.all([isReachable(databaseUrl, 5432), isReachable(redisUrl, 6379)]);
const warn = (what: string) => console.log(`\n!!! ${what} !!!\n`);
if (!hasServer)
  warn(
    `PostgreSQL at ${new URL(databaseUrl).host} is not reachable: its tests are NOT run, all others on the embedded database.`,
  );
if (!hasRedis) warn(`Redis at ${new URL(redisUrl).host} is not reachable: its tests are NOT run.`);

const webKit = webKitDriver && xvfb;
const missing = [...(firefox ? [] : ["firefox-esr"]), ...(webKit ? [] : ["webkit2gtk-driver and xvfb"])];
const missingServers = [...(nginx ? [] : ["nginx"]), ...(swift ? [] : ["swift"])];
if (missing.length > 0 && only[0] !== "changed")
  warn(`${missing.join(", ")} not installed: journeys in these engines are NOT run.`);
if (missingServers.length > 0)
  warn(`${missingServers.join(", ")} not installed: tests with these servers are NOT run.`);

mkdirSync(join(root, ".cache"), { recursive: true });
const notes = [coverageFile, statementsFile];
for (const file of [...notes, reports]) rmSync(file, { force: true, recursive: true });
mkdirSync(reports);
const shared = { CALL_COVERAGE_FILE: coverageFile, ...(hasRedis ? { TEST_REDIS_URL: redisUrl } : {}) };
const node = process.execPath;

/** vitest, also reporting for the final summary. */
const vitest = (report: string, ...args: readonly string[]) => [
  bin("vitest"),
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, `${report}.json`)}`,
  ...args,
];

/** Unit and API tests, all or those of some files, once: on the server where there is one. */
const tests = (...files: readonly string[]): Step =>
  hasServer
    ? {
        name: "unit and API, PostgreSQL server",
        // A worker waits for the server about a third of its time.
        command: vitest("unit and API", "--maxWorkers=3", ...files),
        env: {
          ...shared,
          TEST_CPU_FILE: cpuFile,
          TEST_DATABASE: "server",
          TEST_DATABASE_URL: databaseUrl,
          TEST_STATEMENTS_FILE: statementsFile,
        },
      }
    : {
        name: "unit and API, embedded database",
        command: vitest("unit and API", ...files),
        env: { ...shared, TEST_CPU_FILE: cpuFile, TEST_DATABASE: "embedded" },
      };
const embedded: Step = {
  name: "proofs, embedded database",
  command: vitest("proofs", "--project", "server", ...embeddedFiles),
  env: { ...embeddedEnv, ...process.env, ...shared, TEST_DATABASE: "embedded" },
};
/** For programs in Go that run beside tests: one core, and less time for collecting garbage, which takes them some 4 GB of memory. */
const besideTests = { GOMAXPROCS: "1", GOGC: "200" };
const types: Step = {
  name: "types",
  // Each checker works out the types it meets by itself: four, the default, take nearly twice the CPU time of one.
  command: [
    ...[bin("tsc"), "-p", ".", "--checkers", "1"],
    ...["--incremental", "--tsBuildInfoFile", join(root, ".cache/types.tsbuildinfo")],
  ],
  env: besideTests,
};
/**
 * Steps of one stage run in parallel. The long ones wait much of their time, for the database, a browser or a node that starts, so each has others
 * beside it. Unit tests and browser tests are apart: together they could need more connections than a server gives by default.
 */
const stages: readonly (readonly Step[])[] = [
  // The browser tests and some server tests start the real server, which serves the built app.
  [{ name: "build", command: [node, "scripts/build.ts", "--when-stale"] }],
  [
    { name: "format", command: [bin("oxfmt"), "--check"] },
    { name: "lint", command: [bin("oxlint"), "--deny-warnings"], env: besideTests },
    types,
    { name: "unused", command: [bin("knip")] },
    { name: "directions", command: [node, "scripts/test/check-directions.ts"] },
    { name: "documents", command: [node, "scripts/test/check-documents.ts"] },
    tests(),
  ],
  [...(hasServer ? [embedded] : []), { name: "end to end", command: [bin("playwright"), "test"] }],
  [
    { name: "every call made and refused", command: [node, "scripts/test/check-calls.ts", coverageFile] },
    ...(hasServer
      ? [{ name: "statements, embedded database", command: [node, "scripts/test/check-statements.ts", statementsFile] }]
      : []),
    // Here, because it measures what a page loads while the browser has time.
    { name: "weights", command: [node, "scripts/test/check-weights.ts"] },
  ],
  firefox || webKit
    ? [{ name: "engines", command: [...vitest("engines"), "--config", "e2e/engines/vitest.config.ts"] }]
    : [],
  firefox || webKit || mustBeInstalled
    ? [
        {
          name: "engines, every journey",
          command: [node, "scripts/test/check-engines.ts", join(reports, "engines.json")],
        },
      ]
    : [],
  [
    { name: "guarantees", command: [node, "scripts/test/check-guarantees.ts", reports] },
    // CPU time on the embedded database is another one: its budgets are those of the server's.
    ...(hasServer ? [{ name: "CPU seconds", command: [node, "scripts/test/check-cpu.ts", cpuFile] }] : []),
  ],
];

/** A whole run waits ten minutes for a test that hangs, whatever else is going on beside it. Nobody waits for that after a change. */
const endsSoon = ["--testTimeout=120000", "--hookTimeout=120000"];

const began = performance.now();
const workedBefore = machineSeconds();
const outcome = only[0] === "changed" ? await runChanged() : await runStages(root, stages.map(wanted));
keepSeconds(root, readNotes(cpuFile), join(reports, "browser.json"));
const slowest = slowestFiles(root, reports);
if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join("\n")}`);
for (const file of notes) rmSync(file, { force: true });
for (const line of outcome.failures) console.log(`\n${line}`);
console.log(
  `\nin ${((performance.now() - began) / 1000 / 60).toFixed(1)} minutes; this machine worked ${((machineSeconds() - workedBefore) / 60).toFixed(1)} CPU minutes, with whatever else ran`,
);
console.log(`${outcome.passed} passed, ${outcome.failed} failed`);
process.exit(outcome.failed > 0 ? 1 : 0);

/** The steps of a stage that were asked for by a part of their names; all, if none was. */
function wanted(stage: readonly Step[]): Step[] {
  return stage.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
}

/** `npm test -- changed [--since REF] [--all]`: what a change can break, nearest first. */
async function runChanged(): Promise<Outcome> {
  const at = only.indexOf("--since");
  const change = changedFiles(root, at === -1 ? null : (only[at + 1] ?? null));
  const plan = planChanged(
    root,
    change,
    { node, bin, types, tests: (files) => tests(...files, ...endsSoon) },
    only.includes("--all"),
  );
  console.log(chosenLines(change, plan).join("\n"));
  const outcome = await runStages(root, plan.stages);
  outcome.failures.push(leftOutLines(plan.selection).join("\n"));
  // Green would say that the change is tested.
  return { ...outcome, failed: outcome.failed + plan.selection.hubs.length };
}
