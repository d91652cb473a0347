import { expect, test } from "vitest";
import type { Table } from "./check.ts";
import { exportedBy } from "../../../scripts/test/exported-functions.ts";
import { rulesOf, testedByName } from "./scan.ts";

/**
 * Each rule of an app that is handed several things, a number or a moment has a row in its table, or a test that imports it by name. `without` names those
 * that have neither, by why; `reasons` is how many they are, and `atLeast` how many rules the scan finds.
 */
export function describeRules(
  folder: "app" | "clinic",
  table: Table,
  {
    without,
    reasons,
    atLeast,
  }: {
    readonly without: Readonly<Record<string, readonly string[]>>;
    readonly reasons: number;
    readonly atLeast: number;
  },
): void {
  const reasoned = Object.values(without).flat();

  test("every rule has a row or a test of its own, or says why not", () => {
    const found = rulesOf(folder);
    const tested = testedByName();
    const listed = [...Object.keys(table), ...reasoned];
    expect(found.length).toBeGreaterThanOrEqual(atLeast);
    expect(found.filter((name) => !tested.has(name) && !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !found.includes(name))).toEqual([]);
    expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([]);
    expect(reasoned.length).toBe(reasons);
  });

  test.each(Object.entries(table))("%s", async (name, check) => check((await exportedBy(name)) as never));
}
