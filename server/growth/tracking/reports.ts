import type { onboarding } from "#contract/onboarding.ts";
import type { Parsed } from "#contract/endpoint.ts";
import type { RequestFacts } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { insertReport, type SealedRecord } from "./report-queries.ts";
import { reportOf } from "./report-rules.ts";

type ErrorRecord = Parsed<typeof onboarding.errorLog>["body"];
type Parts = Services & { readonly request: RequestFacts };

/** Per address: a page that fails in a loop must not fill the table. */
const perMinute = { points: 120, seconds: 60 };

/** An error a browser met: without anything about the person, but for what `record` seals. The server knows best where it ran. */
export async function noteError(
  parts: Parts,
  kind: "network" | "onboarding" | "errorlog",
  error: unknown,
  record?: SealedRecord,
) {
  await parts.limiter.consume("client-error", parts.request.address, perMinute);
  const report = reportOf(error);
  const environment = parts.config.demo ? "demo" : "production";
  if (report) await insertReport(parts, kind, { ...report, environment }, record);
  return { message: "Noted." };
}

/**
 * The error-log record of spec §3. Whom it concerns is who is signed in; of a visitor what the browser says. A record without its moment gets
 * the server's.
 */
export async function noteErrorRecord(parts: Parts, patientId: string | null, given: ErrorRecord) {
  const patient = patientId === null ? null : await patientById(parts, patientId);
  return noteError(
    parts,
    "errorlog",
    { ...given, created_at: given.created_at ?? parts.clock.now().toISOString() },
    {
      customerid: patient?.id ?? given.customerid ?? null,
      email: patient?.email ?? given.email ?? null,
      error_log: given.error_log,
    },
  );
}
