import type * as z from "zod/mini";
import type { PrescriptionOrder, PrescriptionOrderStatus } from "#contract/treatment/prescription-orders.ts";
import type { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import type { OrderStatus } from "#server/orders/public.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { Obstacle } from "../obstacle.ts";
import type { PrescriptionOrderRow } from "../queries.ts";
import { chargesStoppedSentence } from "../sentences.ts";

/** The facts that decide what a patient may do with a prescription order. Days as `YYYY-MM-DD`. */
export interface PrescriptionOrderFacts {
  readonly today: string;
  readonly status: PrescriptionOrderProgress;
  readonly subscription: z.output<typeof SubscriptionStatus>;
  /** Day of the next charge of the subscription; null when none is planned. */
  readonly planned: string | null;
  /** Held back until the doctor prescribes it again. */
  readonly isHeldBack: boolean;
  /** Who has to act before automatic charges continue, while a payment is disputed. */
  readonly chargesStoppedBy: ChargesStoppedBy;
  /** The practice has ended the patient's care: nothing is ordered any more. */
  readonly careEnded: boolean;
  /** The doctor discontinued what it ships, and the patient has agreed to no replacement. */
  readonly discontinued: boolean;
  /** It needs a prescription, and the doctor has ended it. */
  readonly prescriptionEnded: boolean;
  /** The last ordered one of the subscription. */
  readonly isNewest: boolean;
  /** Status of its order; null before it has one. */
  readonly order: OrderStatus | null;
  /** The first day the next box may be ordered, by what was dispensed and by the day the doctor wants it to begin; null where neither says one. */
  readonly fillFrom: string | null;
  /** Of a skipped one: the next one is planned, and nothing has been done with it. */
  readonly nextIsPlanned: boolean;
  /** The day it comes on is a doctor's. */
  readonly isDoctorsDay: boolean;
  /** An ordered box has not left the pharmacy. */
  readonly atPharmacy: boolean;
}

type Refused = "wrong_state" | "too_early";

type WaitsFor = NonNullable<PrescriptionOrder["waitsfor"]>;

const wrongState = (message: Sentence): Obstacle<"wrong_state"> => ({ code: "wrong_state", message });

export type PrescriptionOrderAction = "getnext" | "reorder" | "skip" | "unskip" | "move" | "cancel";

/** The first day the next prescription order may be placed, if that is in the future. */
export const earliestOrderDay = ({ fillFrom, today }: PrescriptionOrderFacts): string | null =>
  fillFrom !== null && fillFrom > today ? fillFrom : null;

/** Who has to act before a scheduled prescription order can be charged. */
export function waitsFor({
  status,
  subscription,
  discontinued,
  isHeldBack,
  chargesStoppedBy,
}: Pick<
  PrescriptionOrderFacts,
  "status" | "subscription" | "discontinued" | "isHeldBack" | "chargesStoppedBy"
>): WaitsFor | null {
  if (status !== "scheduled" || subscription === "cancelled") return null;
  if (discontinued) return "both";
  return isHeldBack ? "doctor" : chargesStoppedBy;
}

/** Why an active subscription cannot be reordered. */
const plannedSentence = ({ chargesStoppedBy }: PrescriptionOrderFacts, planned: string): Sentence =>
  chargesStoppedBy === null
    ? sentence("treatment.order_planned", { day: formatDay(planned) })
    : chargesStoppedSentence(chargesStoppedBy);

const rules = {
  getnext(facts): Obstacle<Refused> | null {
    const { status, subscription, atPharmacy } = facts;
    if (facts.careEnded) return wrongState(sentence("orders.care_ended"));
    if (subscription === "paused") return wrongState(sentence("treatment.order_paused"));
    if (subscription === "past_due") return wrongState(sentence("treatment.order_past_due"));
    if (subscription === "cancelled") return wrongState(sentence("treatment.order_cancelled"));
    if (subscription === "pending") return wrongState(sentence("treatment.order_pending"));
    if (status !== "scheduled") return wrongState(sentence("treatment.order_already_placed"));
    if (facts.discontinued) return wrongState(sentence("treatment.discontinued"));
    if (facts.prescriptionEnded) return wrongState(sentence("treatment.order_not_prescribed"));
    if (atPharmacy) return wrongState(sentence("treatment.order_last_at_pharmacy"));
    const from = earliestOrderDay(facts);
    return from === null
      ? null
      : { code: "too_early", message: sentence("treatment.order_too_early", { day: formatDay(from) }), from };
  },

  reorder(facts) {
    const { status, subscription, isNewest, atPharmacy, planned } = facts;
    if (facts.careEnded) return wrongState(sentence("orders.care_ended"));
    if (subscription === "pending") return wrongState(sentence("treatment.order_pending"));
    if (facts.prescriptionEnded) return wrongState(sentence("treatment.order_not_prescribed"));
    if (subscription === "past_due") return wrongState(sentence("treatment.order_past_due"));
    if (subscription === "active")
      return wrongState(
        planned === null ? sentence("treatment.order_last_at_pharmacy") : plannedSentence(facts, planned),
      );
    if (status === "scheduled" || !isNewest) return wrongState(sentence("treatment.reorder_newest"));
    if (atPharmacy) return wrongState(sentence("treatment.order_last_at_pharmacy"));
    const from = earliestOrderDay(facts);
    return from === null ? null : wrongState(sentence("treatment.reorder_still_supplied", { day: formatDay(from) }));
  },

  skip({ status, subscription, isHeldBack, discontinued, chargesStoppedBy }) {
    if (subscription === "pending") return wrongState(sentence("treatment.order_in_review"));
    if (status === "shipped" || status === "delivered" || status === "processing")
      return wrongState(sentence("treatment.skip_left"));
    if (status === "skipped") return wrongState(sentence("treatment.skip_again"));
    if (status === "cancelled" || subscription === "cancelled") return wrongState(sentence("treatment.skip_nothing"));
    if (status === "payment_failed" || subscription === "past_due")
      return wrongState(sentence("treatment.skip_past_due"));
    if (subscription === "paused") return wrongState(sentence("treatment.skip_paused"));
    if (discontinued) return wrongState(sentence("treatment.discontinued"));
    if (isHeldBack) return wrongState(sentence("treatment.skip_held_back"));
    return chargesStoppedBy === null ? null : wrongState(chargesStoppedSentence(chargesStoppedBy));
  },

  unskip({ status, nextIsPlanned }) {
    if (status !== "skipped") return wrongState(sentence("treatment.unskip_nothing"));
    return nextIsPlanned ? null : wrongState(sentence("treatment.unskip_over"));
  },

  move({ status, subscription, isHeldBack, discontinued, chargesStoppedBy, isDoctorsDay }) {
    if (subscription === "paused") return wrongState(sentence("treatment.skip_paused"));
    if (status === "payment_failed" || subscription === "past_due")
      return wrongState(sentence("treatment.order_past_due"));
    if (status !== "scheduled" || subscription !== "active") return wrongState(sentence("treatment.move_nothing"));
    if (discontinued) return wrongState(sentence("treatment.discontinued"));
    if (isHeldBack) return wrongState(sentence("treatment.skip_held_back"));
    if (isDoctorsDay) return wrongState(sentence("treatment.move_by_doctor"));
    return chargesStoppedBy === null ? null : wrongState(chargesStoppedSentence(chargesStoppedBy));
  },

  cancel({ status, order, subscription }) {
    switch (status) {
      case "scheduled":
      case "payment_failed":
        return subscription === "cancelled" ? wrongState(sentence("treatment.order_cancelled_already")) : null;
      case "processing":
        if (subscription === "pending") return wrongState(sentence("treatment.order_in_review"));
        if (order === "paid") return null;
        return wrongState(
          order === "authorized" ? sentence("treatment.order_in_review") : sentence("treatment.order_bank_confirms"),
        );
      case "shipped":
      case "delivered":
        return wrongState(sentence("treatment.order_left_pharmacy"));
      default:
        return wrongState(sentence("treatment.order_cancelled_already"));
    }
  },
} satisfies Readonly<Record<PrescriptionOrderAction, (facts: PrescriptionOrderFacts) => Obstacle<Refused> | null>>;

/** Why the patient may not take the action now; null when they may. */
export const prescriptionOrderObstacle = <A extends PrescriptionOrderAction>(
  action: A,
  facts: PrescriptionOrderFacts,
): ReturnType<(typeof rules)[A]> => rules[action](facts) as ReturnType<(typeof rules)[A]>;

/** What the patient may do with a prescription order now. */
export const prescriptionOrderActions = (facts: PrescriptionOrderFacts): PrescriptionOrderAction[] =>
  (["getnext", "reorder", "skip", "unskip", "move", "cancel"] as const).filter(
    (action) => rules[action](facts) === null,
  );

type PrescriptionOrderProgress = z.output<typeof PrescriptionOrderStatus>;

/** The status of a prescription order; once it is ordered, its order determines it. */
export function progressOf(
  { status, failed_on }: Pick<PrescriptionOrderRow, "status" | "failed_on">,
  order: OrderStatus | undefined,
): PrescriptionOrderProgress {
  if (status === "scheduled" && failed_on !== null) return "payment_failed";
  if (status !== "ordered") return status;
  switch (order) {
    case "shipped":
    case "delivered":
      return order;
    case "failed":
      return "payment_failed";
    case "voided":
    case "cancelled":
    case "refunded":
      return "cancelled";
    default:
      return "processing";
  }
}
