import type { Caller, RequestFacts } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { keepCampaign } from "./campaign.ts";
import { insertEvent } from "./event-queries.ts";
import { eventFieldsOf, isBrowserEvent } from "./event-rules.ts";

type Parts = Services & { readonly caller: Caller | null; readonly request: RequestFacts };

/** Per address: a page that fails in a loop must not fill the table. */
const perMinute = { points: 120, seconds: 60 };

/** Event after sign-up or a new campaign; her visit keeps the click ids it carries. */
const identifies = "OnboardingIdentify";

/** A named event into the first-party outbox, with its allowed fields; `field` is where the name stands, for the refusal. */
export async function noteEvent(
  parts: Parts,
  name: string,
  body: Readonly<Record<string, unknown>> | null | undefined,
  field: "eventName" | "event",
) {
  const { content, db, caller, request, clock } = parts;
  if (!isBrowserEvent(content.events, name))
    throw new Refusal("bad_request", { fields: [{ path: field, message: "Unknown event." }] });
  await parts.limiter.consume("client-event", request.address, perMinute);
  const fields = eventFieldsOf(content.events, body, request.gpc);
  const patientId = caller?.patientId ?? null;
  await insertEvent(db, { patientId, name, fields, gpc: request.gpc, at: clock.now() });
  if (name === identifies && patientId) await keepCampaign(parts, patientId, fields);
  return { message: "Noted." };
}
