import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** One command of a test run. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** What a run has counted so far; `failures` holds the last lines of each step that failed. */
export interface Outcome {
  passed: number;
  failed: number;
  readonly failures: string[];
}

/** How much of a failed step's output is repeated at the end, in characters: vitest and Playwright summarize there. */
const failureTailLength = 6000;

/** Runs stages one after the other; the steps of one run in parallel, and their output lines begin with their name. */
export async function runStages(root: string, stages: readonly (readonly Step[])[]): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, failures: [] };
  for (const steps of stages) {
    const prefixOf = ({ name }: Step) => (steps.length > 1 ? `${name.split(",")[0]} │ ` : "");
    await Promise.all(steps.map((step) => runStep(root, step, prefixOf(step), outcome)));
  }
  return outcome;
}

async function runStep(root: string, step: Step, prefix: string, outcome: Outcome): Promise<void> {
  console.log(`\n── ${step.name}`);
  const from = performance.now();
  const { code, output } = await run(root, step, prefix);
  const counts = countOf(output);
  outcome.passed += code === 0 ? Math.max(1, counts.passed) : counts.passed;
  outcome.failed += code === 0 ? 0 : Math.max(1, counts.failed);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const line = `── ${step.name}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s`;
  console.log(line);
  if (code !== 0) outcome.failures.push(`${line}, its last lines again:\n${output.slice(-failureTailLength)}`);
}

function run(
  root: string,
  { command: [file = "", ...args], env }: Step,
  prefix: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      // Workers, and programs that tests start, find compiled what another has read before: half a second of CPU each.
      env: { ...process.env, FORCE_COLOR: "0", NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...env },
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

/** The counts in the closing lines of vitest (`Tests  3 failed | 20 passed`) and Playwright (`20 passed`). */
function countOf(output: string): { passed: number; failed: number } {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => /^\s*(?:Tests\s|\d+ (?:passed|failed))/.test(line));
  const sum = (word: string) =>
    lines.reduce((total, line) => total + Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), 0);
  return { passed: sum("passed"), failed: sum("failed") };
}
