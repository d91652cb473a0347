import { mergeVisitTracking } from "#server/onboarding/public.ts";
import type { RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import type { EventFields } from "./event-rules.ts";

/** Click ids that no header carries (spec §3), by the names of the event's fields. */
const eventClickIdFields = ["everflowtransactionid", "irclickid", "taboolaclickid", "shareasaleclickid"] as const;

/** Saves the request's campaign and the event's click ids with the patient's visit; fields not named are kept. */
export async function saveCampaign(
  { db, clock, request }: Pick<Services, "db" | "clock"> & { readonly request: RequestMetadata },
  patientId: string,
  fields: EventFields,
): Promise<void> {
  const clicks = Object.fromEntries(
    eventClickIdFields.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])),
  );
  await mergeVisitTracking(db, patientId, { ...request.tracking, ...clicks }, clock.now());
}
