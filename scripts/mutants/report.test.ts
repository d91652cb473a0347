import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nearestWithin, sample } from "./candidates.ts";
import { linesByKind, percent, scoresOf, writeScores } from "./report.ts";
import type { Outcome } from "./run/measure.ts";
import { type Mutant, mutantsOf } from "./tree/mutants.ts";

const mutants = (file: string, number: number): Mutant[] =>
  mutantsOf(file, Array.from({ length: number }, (_, index) => `const a${index} = b < c;`).join("\n"), new Map());
const found = (file: string, ...states: Outcome["state"][]) =>
  mutants(file, states.length).map((mutant, index) => [mutant, { state: states[index] ?? "survived" }] as const);

test("a folder's score is of what the type check lets pass, and a hundred percent only where all were noticed", () => {
  const outcomes = [
    ...found("server/orders/price/one.ts", "killed", "timed out", "refused by the type check", "survived"),
    ...found("server/orders/two.ts", "reached by no test"),
    ...found("app/cart/row.tsx", "killed"),
  ];
  const scores = scoresOf([...mutants("server/orders/one.ts", 9), ...mutants("app/cart/row.tsx", 1)], outcomes);
  expect(scores).toEqual([
    { folder: "server/orders", all: 9, run: 4, noticed: 2 },
    { folder: "app/cart", all: 1, run: 1, noticed: 1 },
  ]);
  expect(scores.map(percent)).toEqual(["50 %", "100 %"]);
  expect(percent({ folder: "a", all: 1000, run: 1000, noticed: 999 })).toBe("99 %");
  expect(percent({ folder: "a", all: 1, run: 0, noticed: 0 })).toBe("–");
});

test("what somebody chose is counted by kind, of what the type check lets pass, with those that weren't run", () => {
  const ofKind = (kind: string, ...states: Outcome["state"][]) =>
    found(`server/${kind}.ts`, ...states).map(([mutant, outcome]) => [{ ...mutant, kind }, outcome] as const);
  const run = [...ofKind("two", "killed", "survived", "refused by the type check"), ...ofKind("one", "timed out")];
  const notRun = ofKind("ending", "killed").map(([mutant]) => mutant);
  expect(linesByKind([...run.map(([mutant]) => mutant), ...notRun], run)).toEqual([
    ...["ending: 0 of 0 noticed", "one: 1 of 1 noticed", "two: 1 of 2 noticed"],
  ]);
});

test("scores of folders that didn't run this time stay beside those that did", () => {
  const root = mkdtempSync(join(tmpdir(), "scores-"));
  mkdirSync(join(root, "docs"));
  const path = join(root, "docs/benchmarks.md");
  writeFileSync(path, "# Before\n\n<!-- scores of mutants -->\n<!-- end of scores -->\n\n# After\n");
  writeScores(root, [{ folder: "server/b", all: 9, run: 4, noticed: 2 }]);
  writeScores(root, [{ folder: "app/a", all: 3, run: 3, noticed: 3 }]);
  writeScores(root, [{ folder: "server/b", all: 9, run: 4, noticed: 4 }]);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(
    /^# Before\n[^]*\| app\/a \| 3 \| 3 \| 3 \| 100 % \|\n\| server\/b \| 9 \| 4 \| 4 \| 100 % \|\n[^]*# After\n$/,
  );
  writeFileSync(path, "# Nothing\n");
  expect(() => writeScores(root, [])).toThrow("no place");
  rmSync(root, { recursive: true });
});

test("a sample is the same each time, another one with another seed, even among the files, and grows by adding to it", () => {
  const all = [...mutants("server/a/one.ts", 200), ...mutants("server/b/two.ts", 200)];
  const chosen = sample(all, 60, "");
  expect(chosen).toHaveLength(60);
  expect(sample(all.toReversed(), 60, "")).toEqual(chosen);
  expect(sample(all, 90, "")).toEqual(expect.arrayContaining(chosen));
  const others = sample(all, 60, "other");
  expect(sample(all.toReversed(), 60, "other")).toEqual(others);
  expect(chosen.filter((mutant) => others.includes(mutant)).length).toBeLessThan(30);
  const ofOne = chosen.filter(({ file }) => file === "server/a/one.ts").length;
  expect(ofOne).toBeGreaterThan(15);
  expect(ofOne).toBeLessThan(45);
});

test("a fault is tried with the nearest tests, each once, and of those further away with what there is time for", () => {
  const seconds: Readonly<Record<string, number>> = { beside: 3, long: 9, far: 2 };
  const within = (limit: number, nearest = ["beside", "long", "beside", "far"]) =>
    nearestWithin(nearest, limit, (file) => seconds[file] ?? 0);
  expect([within(5), within(4), within(0), within(5, [])]).toEqual([["beside", "far"], ["beside"], ["beside"], []]);
});
