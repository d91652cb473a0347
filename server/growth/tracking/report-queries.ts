import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { ErrorReport } from "./redact-error-report.ts";

/** The parts of an error-log record that identify a person, or may: sealed, and deleted with the row. */
export interface SealedErrorRecord {
  readonly customerid: string | null;
  readonly email: string | null;
  readonly error_log: string;
}

export async function insertErrorReport(
  { db, secrets, clock }: Pick<Services, "db" | "secrets" | "clock">,
  kind: string,
  fields: ErrorReport,
  record?: SealedErrorRecord,
): Promise<void> {
  const id = newId();
  const record_sealed = record ? secrets.seal(record, `error_report.record_sealed:${id}`) : null;
  await db
    .insertInto("error_report")
    .values({ id, kind, fields: JSON.stringify(fields), record_sealed, at: clock.now() })
    .execute();
}

/** Deletes error reports before `before`. */
export async function deleteErrorReportsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("error_report").where("at", "<", before).execute();
}
