import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { CancelOffer, SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { sentence, toText, type Words } from "#server/platform/sentences.ts";
import { restartObstacle } from "../calendar/restart-rule.ts";
import type { SubscriptionRow } from "../queries.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, currentName } from "../snapshot/treatment-snapshot.ts";

/** The facts that decide what a patient may do with a subscription. */
export interface SubscriptionFacts {
  readonly status: z.output<typeof SubscriptionStatus>;
  /** The doctor approved it; a `pending` one is then being paid. */
  readonly approved: boolean;
  /** A prescription order is scheduled; none is while its charge is under way. */
  readonly planned: boolean;
  /** Its next prescription order is held back until the doctor prescribes it again. */
  readonly isHeldBack: boolean;
  /** The doctor discontinued what it ships, and the patient has agreed to no replacement. */
  readonly discontinued: boolean;
  readonly cancelOfferAccepted: boolean;
  /** Why it can't go on after it was canceled; null where it can. */
  readonly restartObstacle: Words | null;
  /** What the practice offers before a cancellation. */
  readonly cancelOffer: z.output<typeof CancelOffer> | null;
}

export type SubscriptionAction = "pause" | "resume" | "preventcancel" | "cancel" | "restart";

const rules: Readonly<Record<SubscriptionAction, (facts: SubscriptionFacts) => Words | null>> = {
  // Of one that is paused, it changes when the pause ends.
  pause({ status, planned, isHeldBack, discontinued }) {
    if (status === "pending") return sentence("treatment.subscription_pending");
    if (status === "cancelled") return sentence("treatment.subscription_cancelled");
    if (status === "past_due") return sentence("treatment.subscription_past_due");
    if (isHeldBack)
      return discontinued ? sentence("treatment.discontinued") : sentence("treatment.subscription_held_back");
    return planned ? null : sentence("treatment.subscription_bank_confirms");
  },
  resume({ status, isHeldBack, discontinued }) {
    if (status === "cancelled") return sentence("treatment.subscription_cancelled");
    if (status !== "paused") return sentence("treatment.subscription_not_paused");
    if (!isHeldBack) return null;
    return discontinued ? sentence("treatment.discontinued") : sentence("treatment.subscription_held_back");
  },
  preventcancel({ status, cancelOffer, cancelOfferAccepted, planned, isHeldBack }) {
    if (status === "cancelled") return sentence("treatment.subscription_cancelled");
    return status === "active" && planned && !isHeldBack && cancelOffer !== null && !cancelOfferAccepted
      ? null
      : sentence("treatment.subscription_no_offer");
  },
  cancel({ status, approved }) {
    if (status === "pending" && !approved) return sentence("treatment.subscription_pending");
    return status === "cancelled" ? sentence("treatment.subscription_cancelled") : null;
  },
  restart: ({ restartObstacle: obstacle }) => obstacle,
};

/** Why the patient may not take the action now and what they can do instead; null when they may. */
export const subscriptionObstacle = (action: SubscriptionAction, facts: SubscriptionFacts): Words | null =>
  rules[action](facts);

/** What the patient may do with a subscription now. */
export const subscriptionActions = (facts: SubscriptionFacts): SubscriptionAction[] =>
  (["pause", "resume", "preventcancel", "cancel", "restart"] as const).filter(
    (action) => rules[action](facts) === null,
  );

/** The facts the rules of a subscription decide on. */
export const subscriptionFacts = (
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): SubscriptionFacts => ({
  status: row.status,
  approved: snapshot.approved.has(row.order_id),
  planned: scheduledPrescriptionOrder(snapshot, row.id) !== undefined,
  isHeldBack: (scheduledPrescriptionOrder(snapshot, row.id)?.held_back_from ?? null) !== null,
  discontinued: row.discontinued_on !== null,
  cancelOfferAccepted: row.cancel_offer_accepted_at !== null,
  restartObstacle: restartObstacle(content, snapshot, row),
  // Nobody is asked to stay whose care the practice ends.
  cancelOffer: snapshot.careEndsOn === null ? presentCancelOffer(content, currentName(snapshot, row)) : null,
});

/** What the practice offers before a cancellation of `item`, in words. */
export function presentCancelOffer(
  content: Pick<Content, "canceloffer" | "sentences">,
  item: string,
): SubscriptionFacts["cancelOffer"] {
  const { canceloffer: cancelOffer } = content;
  if (cancelOffer === null) return null;
  if (cancelOffer.kind === "discount") {
    const percent = String(cancelOffer.percent);
    return { kind: "discount", text: toText(content, sentence("treatment.offer_discount", { percent, items: item })) };
  }
  const length = cancelOffer.months === 1 ? "a month" : `${cancelOffer.months} months`;
  return { kind: "pause", text: toText(content, sentence("treatment.offer_pause", { length })) };
}
