import { type RawBuilder, sql } from "kysely";
import type { Database } from "../open.ts";

/** Writes to a table without the change feed, which isn't measured, and lets the planner know of it. */
export async function withoutChangeFeed(db: Database, table: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await change.execute(db);
  await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  await sql`analyze ${sql.table(table)}`.execute(db);
}

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}
interface Explained {
  explain: (format: "json", options: ReturnType<typeof sql>) => Promise<unknown>;
}

/** Most rows scanned by one node of a query's plan. Runs the query. */
export async function maxRowsScanned(query: Explained): Promise<number> {
  const [row] = (await query.explain("json", sql`analyze`)) as [{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }];
  const maxRows = (node: PlanNode): number =>
    Math.max(
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
        node["Actual Loops"],
      ...(node.Plans ?? []).map(maxRows),
    );
  return maxRows(row["QUERY PLAN"][0].Plan);
}
