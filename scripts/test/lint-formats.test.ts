import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The linter's complaints about a file with this content. */
function refusals(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "calendula-lint-"));
  try {
    const file = join(folder, "some.ts");
    writeFileSync(file, source);
    const command = ["--config", join(root, ".oxlintrc.json"), "--format", "json", file];
    const { stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), command, { cwd: root, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
    return diagnostics.map(({ code }) => code);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ["a formatter made at the top of a module", 'export const f = new Intl.NumberFormat("en-US");', []],
  ["one made by each call", 'export const f = () => new Intl.ListFormat("en-US");', ["formats(made-once)"]],
  ["one made by a method", "export class A { f() { return new Intl.PluralRules(); } }", ["formats(made-once)"]],
  ["one made without new", "export function f() { return Intl.DateTimeFormat(); }", ["formats(made-once)"]],
  [
    "one hidden in a method of dates",
    'export const f = (d: Date) => d.toLocaleDateString("en-US");',
    ["formats(made-once)"],
  ],
  [
    "a locale trusted to write ISO days",
    'export const f = new Intl.DateTimeFormat("en-CA");',
    ["formats(no-locale-day)"],
  ],
  ["dollars that are cut", "export const f = (d: number) => Math.trunc(d * 100);", ["formats(cents-at-home)"]],
  ["cents that are divided", "export const f = (c: number) => `$${c / 100}`;", ["formats(cents-at-home)"]],
  [
    "an amount rounded by the way",
    "export const f = (amount: number) => Math.floor(amount);",
    ["formats(cents-at-home)"],
  ],
  ["a day of UTC", "export const f = (at: Date) => at.toISOString().slice(0, 10);", ["formats(day-has-zone)"]],
  ["a day of the machine", "export const f = (at: Date) => at.getDate();", ["formats(day-has-zone)"]],
  [
    "today in UTC",
    'import { dayIn } from "#contract/fields/formats.ts"; export const f = (now: Date) => dayIn("UTC", now);',
    ["formats(day-has-zone)"],
  ],
  [
    "examples that take the place of random cases",
    'import fc from "fast-check"; fc.assert(fc.property(fc.nat(), () => true), { numRuns: 1, examples: [[1]] });',
    ["property-runs(examples-added)"],
  ],
])("the linter and %s", (_, source, refused) => {
  expect(refusals(source)).toEqual(refused);
});
