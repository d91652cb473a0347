import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { keptOutcomes } from "./outcomes.ts";
import type { Candidate, Outcome } from "./run/measure.ts";
import { mutantsOf } from "./tree/mutants.ts";

const root = mkdtempSync(join(tmpdir(), "outcomes-"));
const write = (file: string, text: string) => writeFileSync(join(root, file), text);
afterAll(() => rmSync(root, { recursive: true }));

const source = "const a = b < c;";
const [mutant] = mutantsOf("source.ts", source, new Map());
const candidate = (...tests: string[]) => ({ mutant, tests }) as Candidate;
const killed: Outcome = { state: "killed", by: "one.test.ts: some test" };
const survived: Outcome = { state: "survived" };

beforeEach(() => {
  write("source.ts", source);
  for (const file of ["one.test.ts", "two.test.ts"]) write(file, "as it was");
});

/** What is known after a change, in a process of its own. */
function after(outcome: Outcome, change: () => void, asked = candidate("one.test.ts", "two.test.ts")) {
  const before = keptOutcomes(root);
  before.set(candidate("one.test.ts", "two.test.ts"), outcome);
  before.save();
  change();
  return keptOutcomes(root).get(asked)?.state;
}

test.each<[string, Outcome, () => void, string | undefined]>([
  ["nothing", killed, () => {}, "killed"],
  ["nothing", survived, () => {}, "survived"],
  ["the file", killed, () => write("source.ts", `${source}\n`), undefined],
  ["the test that noticed it", killed, () => write("one.test.ts", "otherwise"), undefined],
  ["another test", killed, () => write("two.test.ts", "otherwise"), "killed"],
  ["a test that didn't notice it", survived, () => write("two.test.ts", "otherwise"), undefined],
])("what is known of a mutant where %s changed", (_, outcome, change, known) => {
  expect(after(outcome, change)).toBe(known);
});

test("a new test may notice what none did", () => {
  const asked = candidate("one.test.ts", "new.test.ts");
  expect(after(survived, () => {}, asked)).toBeUndefined();
  expect(after(killed, () => {}, asked)).toBe("killed");
  expect(after({ state: "refused by the type check" }, () => {}, asked)).toBe("refused by the type check");
  expect(after(survived, () => {}, candidate("one.test.ts"))).toBe("survived");
});
