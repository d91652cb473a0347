import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Report } from "./report-rules.ts";

export async function insertReport(db: Database, kind: string, fields: Report, at: Date): Promise<void> {
  await db
    .insertInto("error_report")
    .values({ id: newId(), kind, fields: JSON.stringify(fields), at })
    .execute();
}

/** Forgets every report before `until`. */
export async function forgetReports(db: Database, until: Date): Promise<void> {
  await db.deleteFrom("error_report").where("at", "<", until).execute();
}
