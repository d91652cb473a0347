import type { RequestFacts } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { insertReport } from "./report-queries.ts";
import { reportOf } from "./report-rules.ts";

type Parts = Services & { readonly request: RequestFacts };

/** Per address: a page that fails in a loop must not fill the table. */
const perMinute = { points: 120, seconds: 60 };

/** An error a browser met, without anything about the person. */
export async function noteError(parts: Parts, kind: "network" | "onboarding" | "errorlog", error: unknown) {
  await parts.limiter.consume("client-error", parts.request.address, perMinute);
  const report = reportOf(error);
  const environment = parts.config.demo ? "demo" : "production";
  if (report) await insertReport(parts.db, kind, { environment, ...report }, parts.clock.now());
  return { message: "Noted." };
}
