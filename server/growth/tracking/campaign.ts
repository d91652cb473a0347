import { mergeVisitTracking } from "#server/onboarding/public.ts";
import type { RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import type { EventFields } from "./event-rules.ts";

/** Click ids no header carries (spec §3), by the names of the event's fields. */
const eventClickIdFields = ["everflowtransactionid", "irclickid", "taboolaclickid", "shareasaleclickid"] as const;

/** Keeps the campaign of this request and the click ids of its event with her visit; what was there before and is not named stays. */
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
