import type * as z from "zod/mini";
import type { CancelOffer, SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Content } from "#content/loader/load.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, currentName } from "../treatment-snapshot.ts";
import type { SubscriptionRow } from "../queries.ts";

/** The facts that decide what a patient may do with a subscription. */
export interface SubscriptionFacts {
  readonly status: z.output<typeof SubscriptionStatus>;
  /** The doctor approved it; a `pending` one is then being paid. */
  readonly approved: boolean;
  readonly pausedUntil: string | null;
  /** A prescription order is scheduled; none is while its charge is under way. */
  readonly planned: boolean;
  /** Its next prescription order is on hold until the doctor prescribes it again. */
  readonly held: boolean;
  /** The doctor discontinued what it ships, and the patient has agreed to no replacement. */
  readonly stopped: boolean;
  readonly offerTaken: boolean;
  /** What the practice offers before a cancellation. */
  readonly offer: z.output<typeof CancelOffer> | null;
}

export type SubscriptionAction = "pause" | "resume" | "preventcancel" | "cancel";

const rules: Readonly<Record<SubscriptionAction, (facts: SubscriptionFacts) => Sentence | null>> = {
  pause({ status, pausedUntil, planned, held: onHold, stopped: discontinued }) {
    if (status === "pending") return sentence("treatment.subscription_pending");
    if (status === "cancelled") return sentence("treatment.subscription_cancelled");
    if (status === "past_due") return sentence("treatment.subscription_past_due");
    if (status === "paused")
      return sentence("treatment.subscription_paused_already", { day: formatDay(pausedUntil ?? "") });
    if (onHold) return discontinued ? sentence("treatment.discontinued") : sentence("treatment.subscription_on_hold");
    return planned ? null : sentence("treatment.subscription_bank_confirms");
  },
  resume({ status, held: onHold, stopped: discontinued }) {
    if (status === "cancelled") return sentence("treatment.subscription_cancelled");
    if (status !== "paused") return sentence("treatment.subscription_not_paused");
    if (!onHold) return null;
    return discontinued ? sentence("treatment.discontinued") : sentence("treatment.subscription_on_hold");
  },
  preventcancel({ status, offer: cancelOffer, offerTaken: cancelOfferAccepted, planned, held: onHold }) {
    if (status === "cancelled") return sentence("treatment.subscription_cancelled");
    return status === "active" && planned && !onHold && cancelOffer !== null && !cancelOfferAccepted
      ? null
      : sentence("treatment.subscription_no_offer");
  },
  cancel({ status, approved }) {
    if (status === "pending" && !approved) return sentence("treatment.subscription_pending");
    return status === "cancelled" ? sentence("treatment.subscription_cancelled") : null;
  },
};

/** Why the patient may not take the action now and what they can do instead; null when they may. */
export const subscriptionObstacle = (action: SubscriptionAction, facts: SubscriptionFacts): Sentence | null =>
  rules[action](facts);

/** What the patient may do with a subscription now. */
export const subscriptionActions = (facts: SubscriptionFacts): SubscriptionAction[] =>
  (["pause", "resume", "preventcancel", "cancel"] as const).filter((action) => rules[action](facts) === null);

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
  held: (scheduledPrescriptionOrder(snapshot, row.id)?.on_hold_from ?? null) !== null,
  stopped: row.discontinued_on !== null,
  offerTaken: row.cancel_offer_accepted_at !== null,
  offer: presentCancelOffer(content, currentName(snapshot, row)),
});

/** What the practice offers before a cancellation of `item`, in words. */
export function presentCancelOffer(
  content: Pick<Content, "canceloffer" | "sentences">,
  item: string,
): SubscriptionFacts["offer"] {
  const { canceloffer: cancelOffer } = content;
  if (cancelOffer === null) return null;
  if (cancelOffer.kind === "discount") {
    const percent = String(cancelOffer.percent);
    return { kind: "discount", text: toText(content, sentence("treatment.offer_discount", { percent, items: item })) };
  }
  const length = cancelOffer.months === 1 ? "a month" : `${cancelOffer.months} months`;
  return { kind: "pause", text: toText(content, sentence("treatment.offer_pause", { length })) };
}
