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

/** An error a browser met: without anything about the person, but for what `record` seals. The server knows best where it ran. */
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
 * The error-log record of spec §3. Whom it concerns is who is signed in; of a visitor what the browser says. A record without its moment gets
 * the server's.
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
