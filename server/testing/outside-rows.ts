import { test } from "vitest";
import type { OutsideTable } from "#server/platform/outside/outside-table.ts";

/** What one row of a table has to show, through the real adapter against a twin of the system. */
export type RowTest = () => Promise<void> | void;

/** One test per row of an outside system's table: a row without a test doesn't compile. */
export function coverEveryRow<Answer extends string>(
  table: OutsideTable<Answer>,
  tests: Readonly<Record<Answer | "unknown", RowTest>>,
): void {
  for (const answer of Object.keys(table.rows) as (Answer | "unknown")[])
    test(`${table.system}: ${answer} is ${table.rows[answer].means}`, async () => tests[answer]());
}
