import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { firefox, webKitDriver, xvfb } from "../e2e/engines/installed.ts";
import { isReachable } from "../server/platform/testing/is-reachable.ts";
import { slowestFiles } from "./test/slowest-files.ts";

const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const only = process.argv.slice(2);
const coverageFile = join(root, `.cache/calls-${process.pid}.txt`);
const statementsFile = join(root, `.cache/statements-${process.pid}.txt`);
/** Where vitest and Playwright write their reports, one file per step. */
const reports = join(root, ".cache/reports");
const databaseUrl = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
const redisUrl = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

function run({ command: [file = "", ...args], env }: Step, prefix: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        process.stdout.write(prefix === "" ? chunk : chunk.toString().replace(/^(?=.*\S)/gm, prefix));
      });
    }
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("exit", (code) => resolve({ code: code ?? 1, output }));
  });
}

const [hasServer, hasRedis] = await Promise.all([isReachable(databaseUrl, 5432), isReachable(redisUrl, 6379)]);
const warn = (what: string) => console.log(`\n!!! ${what} !!!\n`);
if (!hasServer)
  warn(
    `PostgreSQL at ${new URL(databaseUrl).host} is not reachable: its tests are NOT run, all others on the embedded database.`,
  );
if (!hasRedis) warn(`Redis at ${new URL(redisUrl).host} is not reachable: its tests are NOT run.`);

const webKit = webKitDriver && xvfb;
const missing = [...(firefox ? [] : ["firefox-esr"]), ...(webKit ? [] : ["webkit2gtk-driver and xvfb"])];
if (missing.length > 0)
  console.log(`\n!!! ${missing.join(", ")} not installed: journeys in these engines are NOT run. !!!\n`);

mkdirSync(join(root, ".cache"), { recursive: true });
const notes = [coverageFile, statementsFile];
for (const file of [...notes, reports]) rmSync(file, { force: true, recursive: true });
const shared = { CALL_COVERAGE_FILE: coverageFile, ...(hasRedis ? { TEST_REDIS_URL: redisUrl } : {}) };
const node = process.execPath;

/**
 * What the embedded database verifies by itself where a server runs everything else: driver-specific code, transactions that race or die, and one
 * whole journey. It only parses and types every other statement.
 */
const embeddedFiles = [
  "server/platform/database/",
  "server/platform/http/",
  "server/platform/jobs/",
  "server/platform/realtime/",
  "server/realtime/",
  "server/orders/proofs/",
  ...["attachment-access", "client-ids", "message-sequence", "unread-counts", "unread-mails"].map(
    (name) => `server/messages/${name}.test.ts`,
  ),
  ...["onboarding-checkout", "renewal", "send-message"].map((name) => `server/crash-tests/${name}.test.ts`),
  "server/contract-tests/spec-client/",
];

/** vitest, also reporting for the final summary. */
const vitest = (report: string, ...args: readonly string[]) => [
  bin("vitest"),
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, `${report}.json`)}`,
  ...args,
];

/** All tests, once: on the server where there is one. */
const everything: Step = hasServer
  ? {
      name: "unit and API, PostgreSQL server",
      // A worker waits for the server about a third of its time.
      command: vitest("unit and API", "--maxWorkers=3"),
      env: {
        ...shared,
        TEST_DATABASE: "server",
        TEST_DATABASE_URL: databaseUrl,
        TEST_STATEMENTS_FILE: statementsFile,
      },
    }
  : {
      name: "unit and API, embedded database",
      command: vitest("unit and API"),
      env: { ...shared, TEST_DATABASE: "embedded" },
    };
const embedded: Step = {
  name: "proofs, embedded database",
  command: vitest("proofs", "--project", "server", ...embeddedFiles),
  env: { KILL_POINTS: "few", GATEWAYS: "sandbox", ...process.env, ...shared, TEST_DATABASE: "embedded" },
};
/** For programs in Go that run beside tests: one core, and less time for collecting garbage, which takes them some 4 GB of memory. */
const besideTests = { GOMAXPROCS: "1", GOGC: "200" };
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
    {
      name: "types",
      // Each checker works out the types it meets by itself: four, the default, take nearly twice the CPU time of one.
      command: [
        ...[bin("tsc"), "-p", ".", "--checkers", "1"],
        ...["--incremental", "--tsBuildInfoFile", join(root, ".cache/types.tsbuildinfo")],
      ],
      env: besideTests,
    },
    { name: "unused", command: [bin("knip")] },
    { name: "directions", command: [node, "scripts/test/check-directions.ts"] },
    { name: "documents", command: [node, "scripts/test/check-documents.ts"] },
    everything,
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
    ? [{ name: "engines", command: [bin("vitest"), "run", "--config", "e2e/engines/vitest.config.ts"] }]
    : [],
  [{ name: "guarantees", command: [node, "scripts/test/check-guarantees.ts", reports] }],
];

/** How much of a failed step's output is repeated at the end, in characters: vitest and Playwright summarize there. */
const failureTailLength = 6000;

let passed = 0;
let failed = 0;
const failures: string[] = [];
const began = performance.now();
for (const stage of stages) {
  const wanted = stage.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  await Promise.all(wanted.map((step) => runStep(step, wanted.length > 1 ? `${step.name.split(",")[0]} │ ` : "")));
}
const slowest = slowestFiles(root, reports);
if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join("\n")}`);
for (const file of notes) rmSync(file, { force: true });
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\nin ${((performance.now() - began) / 1000 / 60).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs a step and counts its tests; output lines of parallel steps begin with their name. */
async function runStep(step: Step, prefix: string): Promise<void> {
  console.log(`\n── ${step.name}`);
  const from = performance.now();
  const { code, output } = await run(step, prefix);
  const counts = countOf(output);
  passed += code === 0 ? Math.max(1, counts.passed) : counts.passed;
  failed += code === 0 ? 0 : Math.max(1, counts.failed);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const outcome = `── ${step.name}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s`;
  console.log(outcome);
  if (code !== 0) failures.push(`${outcome}, its last lines again:\n${output.slice(-failureTailLength)}`);
}

/** The counts in the closing lines of vitest (`Tests  3 failed | 20 passed`) and Playwright (`20 passed`). */
function countOf(output: string): { passed: number; failed: number } {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => /^\s*(?:Tests\s|\d+ (?:passed|failed))/.test(line));
  const sum = (word: string) =>
    lines.reduce((total, line) => total + Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), 0);
  return { passed: sum("passed"), failed: sum("failed") };
}
