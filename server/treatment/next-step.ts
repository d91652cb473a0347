import { dayIn } from "#server/platform/clinic-day.ts";
import type { Plan } from "#server/care/public.ts";
import type { Standing } from "#server/onboarding/public.ts";
import { type OrderStatus } from "#server/store/public.ts";
import type { Subscription } from "#contract/entities.ts";
import { addWorkingDays, dayInWords, laterOf } from "./days.ts";
import { nextSteps, someDoctor, withheldText } from "./texts.ts";

/** Working days a doctor takes to decide, at most; then the pharmacy, to send the parcel. */
const decisionDays = 1;
const pharmacyDays = 2;

export interface Situation {
  readonly plan: Pick<Plan, "status" | "submittedAt" | "decidedAt" | "lapsed"> & {
    readonly doctor: { readonly name: string } | null;
  };
  readonly visit: Standing;
  /** She came for the shop alone. */
  readonly nonRxOnly: boolean;
  /** Something she told speaks against a medicine prescribed to her. */
  readonly withheld: boolean;
  /** The order that brings her supply, or waits for the decision. */
  readonly order: {
    readonly status: OrderStatus;
    /** All of it was cancelled after it was paid. */
    readonly cancelled: boolean;
    readonly paidOn: string;
    readonly shipment: { readonly carrier: string; readonly estimateddelivery: string | null } | null;
  } | null;
  readonly subscriptions: readonly (Pick<Subscription, "status" | "pauseduntil"> & {
    /** Its next supply waits for the doctor to prescribe it again. */
    readonly waits: boolean;
    /** Her doctor stopped what it supplies, and she has agreed to nothing instead. */
    readonly stopped: boolean;
  })[];
  /** Day of her next charge, when one is due. */
  readonly nextCharge: string | null;
  readonly timezone: string;
  readonly now: Date;
}

/** What happens next with her plan and by when, in a sentence. */
export function nextStepOf(situation: Situation): string {
  const { plan, visit } = situation;
  switch (plan.status) {
    case "none":
      if (visit.stopped) return nextSteps.stopped;
      if (plan.lapsed && visit.status === "PENDING") return nextSteps.lapsed;
      return situation.nonRxOnly ? nextSteps.shopOnly : nextSteps.unfinished;
    case "in_review":
      return inReview(situation);
    case "approved":
      return approved(situation);
    case "declined":
      return nextSteps.declined;
  }
}

function inReview({ plan, visit, timezone, now }: Situation): string {
  const due = addWorkingDays(dayIn(timezone, plan.submittedAt ?? now), decisionDays);
  const doctor = plan.doctor?.name ?? someDoctor;
  if (dayIn(timezone, now) > due) return nextSteps.late(doctor);
  return visit.identityStatus === "review"
    ? nextSteps.idCheck(dayInWords(due))
    : nextSteps.review(doctor, dayInWords(due));
}

function approved(situation: Situation): string {
  const { plan, order, timezone, now } = situation;
  if (situation.withheld) return withheldText;
  if (situation.subscriptions.some(({ status }) => status === "past_due")) return nextSteps.notCharged;
  switch (order?.status) {
    case "paid": {
      if (order.cancelled) return `${nextSteps.refunding} ${afterSupply(situation)}`.trim();
      const from =
        plan.decidedAt === null ? dayIn(timezone, now) : laterOf(dayIn(timezone, plan.decidedAt), order.paidOn);
      return nextSteps.preparing(dayInWords(addWorkingDays(from, pharmacyDays)));
    }
    case "shipped": {
      const day = order.shipment?.estimateddelivery ?? null;
      return nextSteps.shipped(order.shipment?.carrier ?? "the carrier", day === null ? null : dayInWords(day));
    }
    case "delivered":
      return afterSupply(situation);
    case "refunded":
      return `${nextSteps.refunded} ${afterSupply(situation)}`.trim();
    case "authorized":
    case "authorizing":
    case "unknown":
    case "pending":
      return nextSteps.charging;
    default:
      return situation.subscriptions.length > 0 && situation.nextCharge !== null
        ? afterSupply(situation)
        : nextSteps.notCharged;
  }
}

/** Nothing is under way: what her subscriptions plan. */
function afterSupply({ subscriptions, nextCharge, order }: Situation): string {
  if (subscriptions.some(({ status, stopped }) => stopped && status !== "cancelled")) return nextSteps.changed;
  if (subscriptions.some(({ waits }) => waits)) return nextSteps.renewal;
  if (nextCharge !== null && subscriptions.some(({ status }) => status === "active"))
    return order?.status === "delivered"
      ? nextSteps.delivered(dayInWords(nextCharge))
      : nextSteps.next(dayInWords(nextCharge));
  const paused = subscriptions.flatMap(({ pauseduntil }) => pauseduntil ?? []).toSorted()[0];
  if (paused !== undefined) return nextSteps.paused(dayInWords(paused));
  if (subscriptions.length > 0 && subscriptions.every(({ status }) => status === "cancelled"))
    return nextSteps.cancelled;
  return order?.status === "delivered" ? nextSteps.delivered(null) : "";
}
