import type { Content } from "#content/loader/load.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, currentName } from "./treatment-snapshot.ts";
import type { SubscriptionFacts } from "./subscriptions/subscription-actions.ts";
import type { SubscriptionRow } from "./queries.ts";

/** The facts the rules of a subscription decide on. */
export const subscriptionFacts = (
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): SubscriptionFacts => ({
  status: row.status as SubscriptionFacts["status"],
  approved: snapshot.approved.has(row.order_id),
  pausedUntil: row.paused_until,
  planned: scheduledPrescriptionOrder(snapshot, row.id) !== undefined,
  held: (scheduledPrescriptionOrder(snapshot, row.id)?.held_on ?? null) !== null,
  stopped: row.stopped_on !== null,
  offerTaken: row.offer_taken_at !== null,
  offer: presentCancelOffer(content.canceloffer, currentName(snapshot, row)),
});

/** What the practice offers before a cancellation of `item`, in words. */
export function presentCancelOffer(cancelOffer: Content["canceloffer"], item: string): SubscriptionFacts["offer"] {
  if (cancelOffer === null) return null;
  if (cancelOffer.kind === "discount")
    return { kind: "discount", text: `Stay, and get ${cancelOffer.percent}% off your next ${item}.` };
  const length = cancelOffer.months === 1 ? "a month" : `${cancelOffer.months} months`;
  return { kind: "pause", text: `Take a break of ${length} instead. Nothing is charged meanwhile.` };
}
