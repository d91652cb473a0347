import type { HandlerInput } from "#contract/http/endpoint.ts";
import type { onboarding } from "#contract/onboarding/calls.ts";
import { patientById } from "#server/auth/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { RequestMetadata } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { toErrorReport, type ErrorReport } from "./redact-error-report.ts";

type ErrorRecord = HandlerInput<typeof onboarding.errorLog>["body"];
type Deps = Services & { readonly request: RequestMetadata };

/** Per address: a page that fails in a loop must not fill the table. */
const errorReportsPerMinute = { points: 120, seconds: 60 };

/** Records a browser error without personal data, except for what `record` seals. The server sets the environment. */
export async function recordError(
  services: Deps,
  kind: "network" | "onboarding" | "errorlog",
  error: unknown,
  record?: SealedErrorRecord,
) {
  await services.limiter.consume("client-error", services.request.address, errorReportsPerMinute);
  const report = toErrorReport(error);
  const { environment } = services.config;
  if (report) await insertErrorReport(services, kind, { ...report, environment }, record);
  return { message: "Noted." };
}

/**
 * Records the error-log record of spec §3. The person is the signed-in patient, else the one the browser names. The server sets the time
 * when the record has none.
 */
export async function recordErrorLog(services: Deps, patientId: string | null, record: ErrorRecord) {
  const patient = patientId === null ? null : await patientById(services, patientId);
  return recordError(
    services,
    "errorlog",
    { ...record, created_at: record.created_at ?? services.clock.now().toISOString() },
    {
      customerid: patient?.id ?? record.customerid ?? null,
      email: patient?.email ?? record.email ?? null,
      error_log: record.error_log,
    },
  );
}

/** The parts of an error-log record that identify a person, or may: sealed, and deleted with the row. */
interface SealedErrorRecord {
  readonly customerid: string | null;
  readonly email: string | null;
  readonly error_log: string;
}

async function insertErrorReport(
  { db, secrets, clock }: Pick<Services, "db" | "secrets" | "clock">,
  kind: string,
  fields: ErrorReport,
  record?: SealedErrorRecord,
): Promise<void> {
  const id = newId();
  const record_sealed = record ? secrets.seal(record, sealed("error_report.record_sealed")(id)) : null;
  await db
    .insertInto("error_report")
    .values({ id, kind, fields: JSON.stringify(fields), record_sealed, at: clock.now() })
    .execute();
}

/** Deletes error reports before `before`. */
export async function deleteErrorReportsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("error_report").where("at", "<", before).execute();
}
