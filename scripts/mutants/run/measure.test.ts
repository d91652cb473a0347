import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const project = join(root, `.cache/mutants-test-${process.pid}`);

/** A project with one file, of whose faults each ends in another way. */
const sources = {
  "package.json": '{ "type": "module" }',
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["*.ts"] }',
  "vitest.config.ts": 'export default { test: { projects: [{ test: { include: ["*.test.ts"], isolate: false } }] } };',
  "sums.ts": `
    const step = 1;
    export function sum(to: number): number {
      let [total, at] = [0, 0];
      while (at < to) at += step, total += at;
      return total;
    }
    const named = (name: string, of: number): string => name + of;
    export const label = (name: string, of: number): string => named(name, of);
    export const isLarge = (given: number): boolean => given > 10;
    export const never = (given: number): boolean => given > 20;
    export function oddly(to: number): number {
      let at = 0;
      while (at !== to) at += 1;
      return at;
    }
    export const isSmall = (given: number): boolean => given < 5;
    export const isHuge = (given: number): boolean => given > 30;`,
  "sums.test.ts": `
    import { expect, test } from "vitest";
    import { isLarge, label, oddly, sum } from "./sums.ts";
    test("sum", () => expect([sum(0), sum(1), sum(3)]).toEqual([0, 1, 6]));
    test("others", () => expect([label("a", 1), isLarge(3), isLarge(30), oddly(3)]).toEqual(["a1", false, true, 3]));
    let times = 0;
    test("can't be repeated", () => expect([isLarge(10), (times += 1)]).toEqual([false, 1]));`,
  "small.test.ts": `
    import { expect, test } from "vitest";
    import { isSmall } from "./sums.ts";
    test("fails by itself", () => expect(isSmall(1)).toBe(false));
    test("passes", () => expect(isSmall(5)).toBe(false));`,
  "slow.test.ts": `
    import { expect, test } from "vitest";
    import { isHuge, isLarge } from "./sums.ts";
    test("takes long", async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect([isLarge(10), isHuge(30)]).toEqual([false, false]);
    });`,
  "run.ts": `
    import { readFileSync } from "node:fs";
    import { measure } from "${root}/scripts/mutants/run/measure.ts";
    import { mutantsOf } from "${root}/scripts/mutants/tree/mutants.ts";
    import { shadowTree } from "${root}/scripts/mutants/tree/shadow-tree.ts";
    const here = import.meta.dirname;
    const files = ["package.json", "tsconfig.json", "vitest.config.ts", "sums.ts", "sums.test.ts", "small.test.ts", "slow.test.ts"];
    const mutants = mutantsOf("sums.ts", readFileSync(here + "/sums.ts", "utf8"), new Map());
    const limits = { files, secondsEach: 2, silentSeconds: 3, until: Date.now() + 300_000 };
    const candidates = mutants.map((mutant) => ({ mutant, tests: ["sums.test.ts", "small.test.ts", "slow.test.ts"] }));
    const found = [];
    await measure(here, shadowTree(here, "tree", files), candidates, limits, ({ line, kind, text }, { state, by }) => {
      found.push(\`\${line} \${kind} \${text}: \${state}\${line === 18 ? " by " + by : ""}\`);
    });
    console.log("found " + JSON.stringify(found));
    process.exit(0);`,
};

let found: readonly string[] = [];
beforeAll(() => {
  mkdirSync(join(project, "node_modules"), { recursive: true });
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(project, file), text);
  for (const name of ["vitest", ".bin"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  const { PATH } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ["run.ts"], { cwd: project, encoding: "utf8", env: { PATH } });
  found = JSON.parse(/^found (.*)$/m.exec(stdout)?.[1] ?? `[${JSON.stringify(stdout + stderr)}]`) as string[];
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each([
  ["is noticed", "5 condition dropped false: killed"],
  ["isn't noticed", "10 constant changed 11: survived"],
  ["is reached by no test", "11 comparison shifted >=: reached by no test"],
  ["is noticed by a test that can't be repeated, and so alone", "10 comparison shifted >=: killed"],
  ["is noticed by a test of a file in which another one fails", "17 comparison shifted <=: killed"],
  [
    "is noticed by a test that takes long, as no other reaches it",
    "18 comparison shifted >=: killed by slow.test.ts: takes long",
  ],
  ["keeps a loop from ending that passes it", "14 constant changed 2: killed"],
  ["keeps a loop from ending that doesn't pass it again", "2 constant changed 0: timed out"],
  ["has no type", "9 arguments swapped of, name: refused by the type check"],
])("a fault that %s: %s", (_, outcome) => {
  expect(found).toContain(outcome);
});
