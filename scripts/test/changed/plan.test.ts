import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { planChanged } from "./plan.ts";

const root = mkdtempSync(join(tmpdir(), "plan-"));
afterAll(() => rmSync(root, { recursive: true }));

const files = ["server/orders/price.ts", "server/orders/price.test.ts", "docs/prices.md", "scripts/price.ts"];
for (const file of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), "");
}
const step = (name: string) => ({ name, command: [name] });
const commands = { node: "node", bin: (name: string) => name, types: step("types"), tests: () => step("tests") };

test.each([
  ["server/orders/price.ts", true],
  ["server/orders/price.test.ts", false],
  ["docs/prices.md", false],
  ["scripts/price.ts", false],
])("faults are put last into the lines of %s that changed: %s", (changed, areThere) => {
  const change = { since: "main", base: "0123abc", changed: [changed], files };
  const last = planChanged(root, change, commands, false).stages.at(-1) ?? [];
  const faults = last.filter(({ name }) => name === "faults in the changed lines");
  expect(faults.map(({ command }) => command.slice(-3))).toEqual(areThere ? [["--changed", "--since", "0123abc"]] : []);
});
