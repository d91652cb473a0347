import type { Caller, RequestFacts } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { insertEvent, insertReport } from "./event-queries.ts";
import { eventFieldsOf, isEventName } from "./event-rules.ts";
import { reportOf } from "./report-rules.ts";

type Parts = Services & { readonly caller: Caller | null; readonly request: RequestFacts };

/** Per address: a page that fails in a loop must not fill the table. */
const perMinute = { points: 120, seconds: 60 };

const noted = { message: "Noted." };

/** A named event into the first-party outbox, with its allowed fields. */
export async function noteEvent(
  parts: Parts,
  name: string,
  body: Readonly<Record<string, unknown>> | null | undefined,
) {
  if (!isEventName(name))
    throw new Refusal("bad_request", { fields: [{ path: "eventName", message: "Unknown event." }] });
  await parts.limiter.consume("client-event", parts.request.address, perMinute);
  const fields = eventFieldsOf(body);
  await insertEvent(parts.db, { patientId: parts.caller?.patientId ?? null, name, fields, at: parts.clock.now() });
  return noted;
}

/** An error a browser met, without anything about the person. */
export async function noteError(parts: Parts, kind: "network" | "onboarding" | "errorlog", error: unknown) {
  await parts.limiter.consume("client-error", parts.request.address, perMinute);
  const report = reportOf(error);
  if (report) await insertReport(parts.db, kind, report, parts.clock.now());
  return noted;
}
