import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:net";
import { stripVTControlCharacters } from "node:util";

const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const only = process.argv.slice(2);
const coverageFile = join(root, ".cache/calls.txt");
const databaseUrl = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
const redisUrl = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function run({ command: [file = "", ...args], env }: Step): Promise<{ code: number; output: string }> {
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
        process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("exit", (code) => resolve({ code: code ?? 1, output }));
  });
}

function reachable(url: string, port: number): Promise<boolean> {
  const at = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: at.hostname, port: Number(at.port || port), timeout: 1000 });
    const done = (answer: boolean) => (socket.destroy(), resolve(answer));
    socket
      .on("connect", () => done(true))
      .on("error", () => done(false))
      .on("timeout", () => done(false));
  });
}

const [hasServer, hasRedis] = await Promise.all([reachable(databaseUrl, 5432), reachable(redisUrl, 6379)]);
const warn = (what: string) => console.log(`\n!!! ${what} is not reachable: its tests are NOT run. !!!\n`);
if (!hasServer) warn(`PostgreSQL at ${new URL(databaseUrl).host}`);
if (!hasRedis) warn(`Redis at ${new URL(redisUrl).host}`);

mkdirSync(join(root, ".cache"), { recursive: true });
rmSync(coverageFile, { force: true });
const shared = { CALL_COVERAGE_FILE: coverageFile, ...(hasRedis ? { TEST_REDIS_URL: redisUrl } : {}) };
const node = process.execPath;

const steps: readonly Step[] = [
  { name: "format", command: [bin("oxfmt"), "--check"] },
  { name: "lint", command: [bin("oxlint"), "--deny-warnings"] },
  { name: "types", command: [bin("tsc"), "-p", "."] },
  { name: "unused", command: [bin("knip")] },
  { name: "documents", command: [node, "scripts/check-documents.ts"] },
  {
    name: "unit and API, embedded database",
    command: [bin("vitest"), "run"],
    env: { ...shared, TEST_DATABASE: "embedded" },
  },
  ...(hasServer
    ? [
        {
          name: "API, PostgreSQL server",
          command: [bin("vitest"), "run", "--project", "server"],
          env: { ...shared, TEST_DATABASE: "server", TEST_DATABASE_URL: databaseUrl },
        },
      ]
    : []),
  { name: "every call made and refused", command: [node, "scripts/check-calls.ts", coverageFile] },
  { name: "build", command: [node, "scripts/build.ts", "--when-stale"] },
  { name: "end to end", command: [bin("playwright"), "test"] },
];

let passed = 0;
let failed = 0;
const began = performance.now();
for (const step of steps) {
  if (only.length > 0 && !only.some((word) => step.name.includes(word))) continue;
  console.log(`\n── ${step.name}`);
  const from = performance.now();
  const { code, output } = await run(step);
  const counts = countOf(output);
  passed += code === 0 ? Math.max(1, counts.passed) : counts.passed;
  failed += code === 0 ? 0 : Math.max(1, counts.failed);
  console.log(
    `── ${step.name}: ${code === 0 ? "ok" : "FAILED"} in ${((performance.now() - from) / 1000).toFixed(1)} s`,
  );
}
console.log(`\nin ${((performance.now() - began) / 1000 / 60).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** What the closing lines of vitest (`Tests  3 failed | 20 passed`) and Playwright (`20 passed`) say. */
function countOf(output: string): { passed: number; failed: number } {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => /^\s*(?:Tests\s|\d+ (?:passed|failed))/.test(line));
  const sum = (word: string) =>
    lines.reduce((total, line) => total + Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), 0);
  return { passed: sum("passed"), failed: sum("failed") };
}
