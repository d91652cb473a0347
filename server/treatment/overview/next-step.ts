import type { Plan } from "#contract/treatment.ts";
import type {
  FollowingKind,
  followingPlaceholders,
  NextStepKind,
  nextStepPlaceholders,
} from "#content/schema/next-steps.ts";
import { dayIn } from "#contract/formats.ts";
import type { Standing } from "#server/onboarding/public.ts";
import type { ChargesWait } from "#server/payment/public.ts";
import type { OrderStatus } from "#server/store/public.ts";
import type { PlanStatus, SubscriptionStatus } from "#contract/entities.ts";
import type { Safety } from "./safety.ts";
import type * as z from "zod/mini";
import { addWorkingDays, dayInWords, laterOf } from "#server/platform/calendar-days.ts";

/** Working days a doctor takes to decide, at most. */
const decisionDays = 1;

export interface CareFacts {
  /** What an answer that speaks against a medicine comes to; null where there is none. */
  readonly safety: Safety["kind"] | null;
  readonly plan: {
    readonly status: PlanStatus;
    readonly submittedAt: Date | null;
    readonly decidedAt: Date | null;
    /** The hold was gone before anybody decided. */
    readonly lapsed: boolean;
    readonly doctor: { readonly name: string } | null;
  };
  readonly visit: Pick<Standing, "status" | "identityStatus"> & {
    /** An answer was given in it. */
    readonly begun: boolean;
    /** The identity is looked at, and a photo for it is missing. */
    readonly photosMissing: boolean;
  };
  /** Came for the shop alone. */
  readonly nonRxOnly: boolean;
  /** A charge failed, and it was not made good yet. */
  readonly paymentFailed: boolean;
  /** The order to speak of: one whose payment is open, else what is under way, else the last. */
  readonly order: {
    readonly status: OrderStatus;
    /** All of it was cancelled after it was paid. */
    readonly cancelled: boolean;
    readonly prescription: boolean;
    /** Not the first of a plan. */
    readonly again: boolean;
    readonly paidOn: string;
    readonly shipment: { readonly carrier: string; readonly estimateddelivery: string | null } | null;
  } | null;
  readonly subscriptions: readonly {
    readonly status: z.output<typeof SubscriptionStatus>;
    readonly pauseduntil: string | null;
    /** Its next prescription order waits for the doctor to prescribe it again. */
    readonly waits: boolean;
    /** The doctor stopped it, and nothing was agreed to instead. */
    readonly stopped: boolean;
  }[];
  /** A doctor's change waits for the patient's yes or no. */
  readonly changeWaits: boolean;
  /** Something added to the treatment waits for a doctor. */
  readonly additionWaits: boolean;
  /** Whose word all charges wait for that nobody presses for, where a payment is disputed. */
  readonly chargesWaitFor: ChargesWait;
  /** Day of the next charge, when one is due. */
  readonly nextCharge: string | null;
  /** Day a failed charge is tried again. */
  readonly retryOn: string | null;
  /** Working days the pharmacy takes to send a parcel, at most. */
  readonly pharmacyDays: number;
  readonly timezone: string;
  readonly now: Date;
}

type Placeholder =
  | (typeof nextStepPlaceholders)[NextStepKind][number]
  | (typeof followingPlaceholders)[FollowingKind][number];
/** Days in words; `orderid` is added where the order is known. */
type Values = Partial<Readonly<Record<Exclude<Placeholder, "orderid" | "doctor" | "carrier" | "place">, string>>>;

/** What to say: the sentences of the content by their kind, and the days in them. */
export interface Decided {
  readonly kind: NextStepKind;
  readonly values: Values;
  readonly following: { readonly kind: FollowingKind; readonly values: Values } | null;
}

const say = (kind: NextStepKind, values: Values = {}, following: Decided["following"] = null): Decided => ({
  kind,
  values,
  following,
});

/** The one thing the patient is told first. Safety before everything, then money that failed, then what only the patient can move on. */
export function decideNextStep(facts: CareFacts): Decided {
  const { safety, plan, order } = facts;
  if (safety !== null) return say(safety === "written" ? "emergency" : safety);
  if (owes(facts)) {
    const { retryOn } = facts;
    return say("payment_failed", {}, retryOn === null ? null : { kind: "retry", values: { day: dayInWords(retryOn) } });
  }
  if (isUnconfirmed(order)) return say("confirming_payment");
  switch (plan.status) {
    case "in_review":
      return inReview(facts);
    case "declined": {
      const taken = order?.status === "paid" || order?.status === "refunded";
      return say("declined", {}, { kind: taken ? "declined_refund" : "declined_unpaid", values: {} });
    }
    case "approved":
      return approved(facts);
    case "none":
      return withoutPlan(facts);
  }
}

/** A charge failed; or the plan was approved and its amount could not be taken, so that nothing was sent. */
const owes = (facts: CareFacts): boolean =>
  facts.paymentFailed ||
  facts.subscriptions.some(({ status }) => status === "past_due") ||
  (facts.plan.status === "approved" && isVoid(facts.order) && planned(facts) === null);

/** The bank has not answered; or it took another sum, which a person looks into. */
const isUnconfirmed = (order: CareFacts["order"]): boolean =>
  order !== null && ["authorizing", "unknown", "mismatch"].includes(order.status);

const isVoid = (order: CareFacts["order"]): boolean => order?.status === "voided" || order?.status === "failed";

function inReview({ plan, visit, timezone, now }: CareFacts): Decided {
  if (visit.identityStatus === "no_match") return say("identity_refused");
  if (visit.identityStatus === "review") return say(visit.photosMissing ? "identity_photos" : "identity_review");
  const due = addWorkingDays(dayIn(timezone, plan.submittedAt ?? now), decisionDays);
  if (dayIn(timezone, now) > due) return say("doctor_late");
  return say(plan.doctor === null ? "finding_doctor" : "doctor_review", { day: dayInWords(due) });
}

function approved(facts: CareFacts): Decided {
  const next = planned(facts);
  const { order } = facts;
  switch (order?.status) {
    case "paid":
    case "shipped":
    case "refunded":
      return { ...ofOrder(facts, order), following: afterwards(facts, next) };
    case "authorized":
    case "pending":
      return say("charging", {}, afterwards(facts, next));
    default:
      if (next === null) return say(order?.status === "delivered" ? "arrived" : "settled");
      return { kind: next.kind, values: next.values, following: beside(facts, next) };
  }
}

function withoutPlan(facts: CareFacts): Decided {
  const { plan, visit, nonRxOnly, order } = facts;
  if (plan.lapsed && visit.status === "PENDING") return say("confirm_again");
  if (order !== null && order.status !== "pending") return ofOrder(facts, order);
  if (visit.status === "DONE") return say("nothing");
  if (nonRxOnly) return say("shop_only");
  return say(visit.begun ? "finish_visit" : "begin_visit");
}

/** Where an order is, by itself. */
function ofOrder({ plan, pharmacyDays, timezone, now }: CareFacts, order: NonNullable<CareFacts["order"]>): Decided {
  switch (order.status) {
    case "paid": {
      if (order.cancelled) return say("refunding");
      const decidedOn = plan.decidedAt === null ? order.paidOn : dayIn(timezone, plan.decidedAt);
      const due = addWorkingDays(laterOf(decidedOn, order.paidOn), pharmacyDays);
      const day = dayInWords(laterOf(due, dayIn(timezone, now)));
      return say(plan.status === "approved" && !order.again ? "approved" : "preparing", { day });
    }
    case "shipped": {
      const day = order.shipment?.estimateddelivery ?? null;
      const late = day === null || day < dayIn(timezone, now);
      return late ? say("shipped") : say("shipped_until", { day: dayInWords(day) });
    }
    case "delivered":
      return say("arrived");
    case "refunded":
      return say("refunded");
    case "voided":
    case "cancelled":
      return say("not_charged");
    case "failed":
      return say("order_failed");
    default:
      return say("charging");
  }
}

type Plans = { readonly kind: NextStepKind & FollowingKind; readonly values: Values };

/** What the subscriptions plan, apart from what is under way; null when nothing. */
function planned({ subscriptions, nextCharge, chargesWaitFor, changeWaits, additionWaits }: CareFacts): Plans | null {
  const running = subscriptions.filter(({ status }) => status !== "cancelled");
  if (changeWaits) return { kind: "change_to_agree", values: {} };
  if (running.some(({ stopped }) => stopped)) return { kind: "changed_by_doctor", values: {} };
  if (running.length === 0)
    return subscriptions.length === 0 ? null : { kind: additionWaits ? "addition_review" : "ended", values: {} };
  const paused = running.filter(({ status }) => status === "paused");
  const until = paused.flatMap(({ pauseduntil }) => pauseduntil ?? []).toSorted()[0];
  if (until !== undefined && paused.length === running.length)
    return { kind: "paused", values: { until: dayInWords(until) } };
  if (running.some(({ waits }) => waits)) return { kind: "renewal", values: {} };
  if (chargesWaitFor !== null && running.some(({ status }) => status === "active"))
    return { kind: chargesWaitFor === "bank" ? "disputed" : "dispute_lost", values: {} };
  if (nextCharge === null || running.every(({ status }) => status !== "active")) return null;
  const day = dayInWords(nextCharge);
  return until === undefined
    ? { kind: "under_way", values: { day } }
    : { kind: "partly_paused", values: { until: dayInWords(until), day } };
}

/** After an order that is under way. */
function afterwards(facts: CareFacts, next: Plans | null): Decided["following"] {
  // It would follow a parcel that is no more.
  if (facts.order?.status === "refunded" || facts.order?.cancelled || next?.kind !== "under_way") return next;
  return beside(facts, next);
}

/** Of what waits for a doctor besides, a word where the rest says that nothing more is charged. */
const beside = ({ additionWaits }: CareFacts, next: Plans): Decided["following"] =>
  additionWaits && next.kind === "paused" ? { kind: "addition_review", values: {} } : null;

/** The plan as a whole, in agreement with the next step. */
export function phaseOf(facts: CareFacts): Plan["phase"] {
  const { plan, visit, safety, subscriptions } = facts;
  if (plan.status === "none" || plan.status === "declined") return plan.status;
  if (safety !== null && safety !== "written") return "on_hold";
  if (plan.status === "in_review") return needsIdentity(visit) ? "identity" : "in_review";
  const running = subscriptions.filter(({ status }) => status !== "cancelled");
  if (subscriptions.length > 0 && running.length === 0) return "ended";
  return running.length > 0 && running.every(({ status }) => status === "paused") ? "paused" : "approved";
}

const needsIdentity = ({ identityStatus }: CareFacts["visit"]): boolean =>
  identityStatus === "review" || identityStatus === "no_match";

/** Only the patient can move these on. */
const asking: readonly NextStepKind[] = [
  "emergency",
  "stop",
  "payment_failed",
  "confirm_again",
  "identity_refused",
  "identity_photos",
  "change_to_agree",
  "finish_visit",
];

export const asks = (kind: NextStepKind): boolean => asking.includes(kind);
