import type { Plan } from "#server/care/public.ts";
import type { Standing } from "#server/onboarding/public.ts";
import { dayIn, type OrderStatus } from "#server/store/public.ts";
import { addWorkingDays, dayInWords } from "./days.ts";
import { nextSteps, someDoctor } from "./texts.ts";

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
  /** How far the order is that the plan is paid with. */
  readonly orderStatus: OrderStatus | null;
  readonly shipment: { readonly carrier: string; readonly estimateddelivery: string | null } | null;
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

function approved({ plan, orderStatus, shipment, nextCharge, timezone, now }: Situation): string {
  switch (orderStatus) {
    case "paid":
      return nextSteps.preparing(dayInWords(addWorkingDays(dayIn(timezone, plan.decidedAt ?? now), pharmacyDays)));
    case "shipped": {
      const day = shipment?.estimateddelivery ?? null;
      return nextSteps.shipped(shipment?.carrier ?? "the carrier", day === null ? null : dayInWords(day));
    }
    case "delivered":
      return nextSteps.delivered(nextCharge === null ? null : dayInWords(nextCharge));
    case "refunded":
      return nextSteps.refunded;
    case "authorized":
    case "authorizing":
    case "pending":
      return nextSteps.charging;
    default:
      return nextSteps.notCharged;
  }
}
