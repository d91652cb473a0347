import { mergeVisitTracking } from "#server/onboarding/public.ts";
import type { Caller, RequestMetadata } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { insertEvent } from "./event-queries.ts";
import { allowedEventFields, isBrowserEvent, type EventFields } from "./event-rules.ts";

/** Click ids that no header carries (spec §3), by the names of the event's fields. */
const eventClickIdFields = ["everflowtransactionid", "irclickid", "taboolaclickid", "shareasaleclickid"] as const;

/** Saves the request's campaign and the event's click ids with the patient's visit; fields not named are kept. */
async function saveCampaign(
  { db, clock, request }: Pick<Services, "db" | "clock"> & { readonly request: RequestMetadata },
  patientId: string,
  fields: EventFields,
): Promise<void> {
  const clicks = Object.fromEntries(
    eventClickIdFields.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])),
  );
  await mergeVisitTracking(db, patientId, { ...request.tracking, ...clicks }, clock.now());
}

type Deps = Services & { readonly caller: Caller | null; readonly request: RequestMetadata };

/** Per address: a page that fails in a loop must not fill the table. */
const eventsPerMinute = { points: 120, seconds: 60 };

/** Sent after sign-up or for a new campaign; its click ids are kept with the patient's visit. */
const identifyEvent = "OnboardingIdentify";

/** Records a named event in the first-party outbox, with its allowed fields; `field` is where the name stands in the request, for the refusal. */
export async function recordEvent(
  services: Deps,
  name: string,
  body: Readonly<Record<string, unknown>> | null | undefined,
  field: "eventName" | "event",
) {
  const { content, db, caller, request, clock } = services;
  if (!isBrowserEvent(content.events, name))
    throw new Refusal("bad_request", { fields: [{ path: field, message: "Unknown event." }] });
  await services.limiter.consume("client-event", request.address, eventsPerMinute);
  const fields = allowedEventFields(content.events, body, request.gpc);
  const patientId = caller?.patientId ?? null;
  await insertEvent(db, { patientId, name, fields, gpc: request.gpc, at: clock.now() });
  if (name === identifyEvent && patientId) await saveCampaign(services, patientId, fields);
  return { message: "Noted." };
}
