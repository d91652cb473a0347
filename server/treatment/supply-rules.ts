import type * as z from "zod/mini";
import type { PrescriptionOrder, SubscriptionStatus } from "#contract/entities.ts";
import type { ChargesWait } from "#server/payment/public.ts";
import type { OrderStatus } from "#server/store/public.ts";
import { dayInWords } from "#server/platform/calendar-days.ts";
import type { SupplyStatus } from "./supply-status.ts";
import { supplyObstacles as say } from "./obstacle-texts.ts";
import { chargesRestTexts, stoppedText } from "./texts.ts";

/** Everything that decides what she may do with a supply. Days as `YYYY-MM-DD`. */
export interface SupplyFacts {
  readonly today: string;
  readonly status: SupplyStatus;
  readonly subscription: z.output<typeof SubscriptionStatus>;
  /** Day of the next charge of the subscription; null when none is planned. */
  readonly planned: string | null;
  /** It waits for the doctor to prescribe it again. */
  readonly held: boolean;
  /** Whose word all charges wait for that nobody presses for, where a payment is disputed. */
  readonly chargesWaitFor: ChargesWait;
  /** Her doctor stopped what it supplies, and she has agreed to nothing instead. */
  readonly stopped: boolean;
  /** It needs a prescription, and her doctor has ended that. */
  readonly ended: boolean;
  /** The last supply of the subscription that was ordered. */
  readonly newest: boolean;
  /** How far its order is, once it has one. */
  readonly order: OrderStatus | null;
  /** The first day the next box may be ordered, by what was dispensed; null where nothing was. */
  readonly fillFrom: string | null;
  /** A box that was ordered has yet to leave. */
  readonly atPharmacy: boolean;
}

/** Why an action is not possible now, in a sentence that says what she can do instead. `from`: the day it will be. */
export interface Obstacle {
  readonly code: "wrong_state" | "too_early";
  readonly message: string;
  readonly from?: string;
}

type Waits = NonNullable<PrescriptionOrder["waitsfor"]>;

const no = (message: string): Obstacle => ({ code: "wrong_state", message });

export type SupplyAction = "getnext" | "reorder" | "skip" | "cancel";

/** The first day the next supply may come, while that is still ahead. */
export const supplyFrom = ({ fillFrom, today }: SupplyFacts): string | null =>
  fillFrom !== null && fillFrom > today ? fillFrom : null;

/** Whose word a planned supply waits for before it can be charged. */
export function waitsFor({
  status,
  subscription,
  stopped,
  held,
  chargesWaitFor,
}: Pick<SupplyFacts, "status" | "subscription" | "stopped" | "held" | "chargesWaitFor">): Waits | null {
  if (status !== "scheduled" || subscription === "cancelled") return null;
  if (stopped) return "both";
  return held ? "doctor" : chargesWaitFor;
}

/** Why nothing is ordered once more of what comes by itself. */
const plannedText = ({ chargesWaitFor }: SupplyFacts, planned: string): string =>
  chargesWaitFor === null ? say.plannedAlready(dayInWords(planned)) : chargesRestTexts[chargesWaitFor];

const rules: Readonly<Record<SupplyAction, (facts: SupplyFacts) => Obstacle | null>> = {
  getnext(facts) {
    const { status, subscription, atPharmacy } = facts;
    if (subscription === "paused") return no(say.paused);
    if (subscription === "past_due") return no(say.pastDue);
    if (subscription === "cancelled") return no(say.cancelledReorder);
    if (subscription === "pending") return no(say.pending);
    if (status !== "scheduled") return no(say.alreadyOrdered);
    if (facts.stopped) return no(stoppedText);
    if (facts.ended) return no(say.notPrescribed);
    if (atPharmacy) return no(say.lastUnderWay);
    const from = supplyFrom(facts);
    return from === null ? null : { code: "too_early", message: say.tooEarly(dayInWords(from)), from };
  },

  reorder(facts) {
    const { status, subscription, newest, atPharmacy, planned } = facts;
    if (subscription === "pending") return no(say.pending);
    if (facts.ended) return no(say.notPrescribed);
    if (subscription === "past_due") return no(say.pastDue);
    if (subscription === "active") return no(planned === null ? say.lastUnderWay : plannedText(facts, planned));
    if (status === "scheduled" || !newest) return no(say.reorderNewest);
    if (atPharmacy) return no(say.lastUnderWay);
    const from = supplyFrom(facts);
    return from === null ? null : no(say.stillSupplied(dayInWords(from)));
  },

  skip({ status, subscription, held, stopped, chargesWaitFor }) {
    if (subscription === "pending") return no(say.inReview);
    if (status === "shipped" || status === "delivered" || status === "processing") return no(say.leftAlready);
    if (status === "skipped") return no(say.skippedAlready);
    if (status === "cancelled" || subscription === "cancelled") return no(say.nothingToSkip);
    if (status === "payment_failed" || subscription === "past_due") return no(say.pastDueSkip);
    if (subscription === "paused") return no(say.pausedSkip);
    if (stopped) return no(stoppedText);
    if (held) return no(say.held);
    return chargesWaitFor === null ? null : no(chargesRestTexts[chargesWaitFor]);
  },

  cancel({ status, order, subscription }) {
    switch (status) {
      case "scheduled":
      case "payment_failed":
        return subscription === "cancelled" ? no(say.nothingToCancel) : null;
      case "processing":
        if (subscription === "pending") return no(say.inReview);
        if (order === "paid") return null;
        return no(order === "authorized" ? say.inReview : say.bankConfirms);
      case "shipped":
      case "delivered":
        return no(say.leftPharmacy);
      default:
        return no(say.nothingToCancel);
    }
  },
};

/** Why she may not do it now; null when she may. */
export const supplyObstacle = (action: SupplyAction, facts: SupplyFacts): Obstacle | null => rules[action](facts);

/** What she may do with a supply now. */
export const supplyActions = (facts: SupplyFacts): SupplyAction[] =>
  (["getnext", "reorder", "skip", "cancel"] as const).filter((action) => rules[action](facts) === null);
