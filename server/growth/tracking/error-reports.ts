import type { onboarding } from "#contract/onboarding.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import type { RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { insertErrorReport, type SealedErrorRecord } from "./report-queries.ts";
import { toErrorReport } from "./redact-error-report.ts";

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
  const environment = services.config.demo ? "demo" : "production";
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
