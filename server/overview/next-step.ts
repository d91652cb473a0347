import type * as z from "zod/mini";
import type {
  FollowingKind,
  followingPlaceholders,
  NextStepKind,
  nextStepPlaceholders,
  NextSteps,
} from "#content/schema/texts/next-steps.ts";
import { dayIn, formatList } from "#contract/fields/formats.ts";
import type { Plan, PlanStatus } from "#contract/treatment/plan.ts";
import type { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import type { VisitStatus } from "#server/onboarding/public.ts";
import type { OrderStatus } from "#server/orders/public.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays, type ClosedDays } from "#server/platform/clock/working-days.ts";
import { identityStates, orderStates } from "#server/platform/database/states.ts";
import type { Safety } from "./safety.ts";

/** Working days a doctor takes to decide, at most. */
const decisionDays = 1;

export interface CareFacts {
  /** The safety notice for an answer that speaks against a medicine; null where there is none. */
  readonly safety: Safety["kind"] | null;
  readonly plan: {
    readonly status: PlanStatus;
    readonly submittedAt: Date | null;
    readonly decidedAt: Date | null;
    /** The authorization lapsed before a doctor decided. */
    readonly lapsed: boolean;
    readonly doctor: { readonly name: string } | null;
  };
  readonly visit: Pick<VisitStatus, "status" | "identityStatus"> & {
    /** The visit has at least one answer. */
    readonly isStarted: boolean;
    /** The identity is in review, and a photo for it is missing. */
    readonly photosMissing: boolean;
  };
  /** Signed up only for products without a prescription. */
  readonly nonRxOnly: boolean;
  /** A charge failed and has not been paid since. */
  readonly paymentFailed: boolean;
  /** The leading order: one whose payment is open, else one in progress, else the last. */
  readonly order: {
    readonly status: OrderStatus;
    /** Everything in it was cancelled after it was paid. */
    readonly cancelled: boolean;
    readonly prescription: boolean;
    /** Not the first of a plan. */
    readonly notFirst: boolean;
    readonly paidOn: string;
    readonly shipment: { readonly carrier: string; readonly estimateddelivery: string | null } | null;
    /** Something of it is still to be sent, though a parcel left: because that one came back, or was only a part. */
    readonly leftToSend?: "came_back" | "part";
    /** Somebody has to look first at what the patient told. */
    readonly waits?: boolean;
    /** The pharmacist asked the prescriber something about it and has no answer. */
    readonly asked?: boolean;
  } | null;
  readonly subscriptions: readonly {
    readonly status: z.output<typeof SubscriptionStatus>;
    readonly pauseduntil: string | null;
    /** Its next prescription order is held back until the doctor prescribes it again. */
    readonly onHold: boolean;
    /** The doctor discontinued it, and the patient has agreed to no replacement. */
    readonly discontinued: boolean;
  }[];
  /** The doctor awaits an answer in words. */
  readonly doctorAsks: boolean;
  /** A treatment change awaits the patient's decision. */
  readonly changeAwaitsPatient: boolean;
  /** A follow-up awaits the patient's answers. */
  readonly followupAwaitsPatient: boolean;
  /** The first box of a medicine is here, and the patient hasn't begun it. */
  readonly firstBoxArrived: boolean;
  /** A dose of a medicine at home is due today, and not noted. */
  readonly doseDue: boolean;
  /** The last day all of what the patient is to take now is at home; null where there is none of it. */
  readonly inUseUntil: string | null;
  /** An upsell awaits a doctor. */
  readonly upsellAwaitsDoctor: boolean;
  /** Who has to act before automatic charges continue, while a payment is disputed. */
  readonly chargesStoppedBy: ChargesStoppedBy;
  /** The first day without care, where the practice has given notice. */
  readonly careEndsOn: string | null;
  /** What the doctor wants none of used today, by name, and the last day of that. */
  readonly breaks: readonly { readonly name: string; readonly last: string }[];
  /** Day of the next charge, when one is due. */
  readonly nextCharge: string | null;
  /** Day a failed charge is retried. */
  readonly retryOn: string | null;
  /** No working days of the practice and the pharmacy. */
  readonly closed: ClosedDays;
  /** Working days the pharmacy takes to send a parcel, at most. */
  readonly pharmacyDays: number;
  /** Working days a parcel is on its way, at most. */
  readonly transitDays: number;
  /** The practice's: what it promises is in its working days. */
  readonly timezone: string;
  /** Where the patient is, and a parcel arrives. */
  readonly patientTimezone: string;
  readonly now: Date;
}

type StageKind = keyof NextSteps["stages"];

type Placeholder =
  | (typeof nextStepPlaceholders)[NextStepKind][number]
  | (typeof followingPlaceholders)[FollowingKind][number];
/** Days in words; what it is about is added where it is known. */
type Values = Partial<Readonly<Record<Exclude<Placeholder, NamePlaceholder>, string>>>;
type NamePlaceholder =
  | "orderid"
  | "doctor"
  | "carrier"
  | "place"
  | "dose"
  | "medicine"
  | "change"
  | "begin"
  | "medicines";

/** Which sentences of the content to show, by kind, with the values to fill in. */
export interface NextStepDecision {
  readonly kind: NextStepKind;
  readonly values: Values;
  /** After an approval: what happens next, with its days. */
  readonly stages?: readonly { readonly kind: StageKind; readonly values: Readonly<Record<string, string>> }[];
  readonly following: { readonly kind: FollowingKind; readonly values: Values } | null;
}

const nextStep = (
  kind: NextStepKind,
  values: Values = {},
  following: NextStepDecision["following"] = null,
): NextStepDecision => ({
  kind,
  values,
  following,
});

/**
 * What the patient reads first. Safety comes before everything, then failed payments, then what only the patient can move forward, then a first box that
 * has arrived, then a dose that is due, then what is under way, and last what is planned.
 */
export function decideNextStep(facts: CareFacts): NextStepDecision {
  const { safety, order } = facts;
  if (safety !== null) return nextStep(safety === "written" ? "emergency" : safety);
  if (isPastDue(facts)) {
    const { retryOn } = facts;
    return nextStep(
      "payment_failed",
      {},
      retryOn === null ? null : { kind: "retry", values: { day: formatDay(retryOn) } },
    );
  }
  if (isUnconfirmed(order)) return nextStep("confirming_payment");
  return stepOnlyPatientCanTake(facts) ?? medicineStep(facts) ?? nextStepOfPlan(facts);
}

/** What somebody waits for from the patient: photos, an answer, a decision, a review. A declined plan is said first, with what to do about it. */
function stepOnlyPatientCanTake({
  plan,
  visit,
  doctorAsks,
  changeAwaitsPatient,
  followupAwaitsPatient,
}: CareFacts): NextStepDecision | null {
  if (plan.status === "declined") return null;
  if (plan.status === "in_review" && visit.identityStatus === "no_match") return nextStep("identity_refused");
  if (plan.status === "in_review" && visit.identityStatus === "review" && visit.photosMissing)
    return nextStep("identity_photos");
  if (doctorAsks) return nextStep("doctor_asks");
  if (plan.status === "approved" && changeAwaitsPatient) return nextStep("change_to_agree");
  return followupAwaitsPatient ? nextStep("treatment_review") : null;
}

/**
 * A medicine to begin, or a dose to take. Beside one the doctor stopped, nothing is said to be taken. What else rests is said with it, as its days may
 * come every day.
 */
function medicineStep(facts: CareFacts): NextStepDecision | null {
  const { firstBoxArrived, doseDue, plan } = facts;
  if (!(firstBoxArrived || doseDue) || plan.status !== "approved") return null;
  if (isMedicineStopped(facts)) return null;
  const next = plannedStep(facts);
  const following = next?.kind === "under_way" ? null : whileInUse(facts, next);
  return nextStep(firstBoxArrived ? "arrival" : "dose_today", {}, following);
}

function nextStepOfPlan(facts: CareFacts): NextStepDecision {
  const { plan, order } = facts;
  switch (plan.status) {
    case "in_review":
      return nextStepInReview(facts);
    case "declined": {
      const wasCharged = order?.status === "paid" || order?.status === "refunded";
      return nextStep("declined", {}, { kind: wasCharged ? "declined_refund" : "declined_unpaid", values: {} });
    }
    case "approved":
      return nextStepApproved(facts);
    case "none":
      return nextStepWithoutPlan(facts);
  }
}

/** A charge failed; or the plan was approved and the payment could not be captured, so nothing was shipped. */
const isPastDue = (facts: CareFacts): boolean =>
  facts.paymentFailed ||
  facts.subscriptions.some(({ status }) => status === "past_due") ||
  (facts.plan.status === "approved" &&
    isVoid(facts.order) &&
    !facts.changeAwaitsPatient &&
    plannedStep(facts) === null);

/** The bank has not answered, or captured a different amount, which a person looks into. */
const isUnconfirmed = (order: CareFacts["order"]): boolean =>
  order !== null && orderStates.unconfirmed.has(order.status);

const isVoid = (order: CareFacts["order"]): boolean => orderStates.uncharged.has(order?.status);

function nextStepInReview({ plan, visit, closed, timezone, now }: CareFacts): NextStepDecision {
  if (visit.identityStatus === "review") return nextStep("identity_review");
  const due = addWorkingDays(closed, dayIn(timezone, plan.submittedAt ?? now), decisionDays);
  if (dayIn(timezone, now) > due) return nextStep("doctor_late");
  return nextStep(plan.doctor === null ? "finding_doctor" : "doctor_review", { day: formatDay(due) });
}

function nextStepApproved(facts: CareFacts): NextStepDecision {
  const next = plannedStep(facts);
  const { order } = facts;
  switch (order?.status) {
    case "paid":
    case "shipped":
    case "refunded":
      return { ...nextStepOfOrder(facts, order), following: followingStep(facts, next) };
    case "authorized":
    case "pending":
      return order.notFirst
        ? nextStep("placed", {}, followingStep(facts, next))
        : {
            ...nextStep("charging", {}, followingStep(facts, next)),
            stages: approvalStages(facts, dayIn(facts.timezone, facts.now), true),
          };
    default:
      if (next === null) return nextStep(order?.status === "delivered" ? "arrived" : "settled");
      return { ...whileInUse(facts, next), following: pendingUpsellNote(facts, next) ?? besideIt(facts, next) };
  }
}

function nextStepWithoutPlan(facts: CareFacts): NextStepDecision {
  const { plan, visit, nonRxOnly, order } = facts;
  if (isCareOver(facts) && order === null) return nextStep("care_ended");
  if (plan.lapsed && visit.status === "PENDING") return nextStep("confirm_again");
  // The plan ended undecided: what is still authorized is being released.
  if (plan.lapsed && order?.status === "authorized") return nextStep("not_charged");
  if (order !== null && order.status !== "pending") return nextStepOfOrder(facts, order);
  if (visit.status === "DONE") return nextStep("nothing");
  if (nonRxOnly) return nextStep("shop_only");
  return nextStep(visit.isStarted ? "finish_visit" : "begin_visit");
}

/** The step of an order on its own. */
function nextStepOfOrder(facts: CareFacts, order: NonNullable<CareFacts["order"]>): NextStepDecision {
  const { plan, closed, pharmacyDays, patientTimezone, timezone, now } = facts;
  switch (order.status) {
    case "paid": {
      if (order.cancelled) return nextStep("refunding");
      if (order.leftToSend === "came_back") return nextStep("came_back");
      if (order.waits) return nextStep("waits_for_clinician");
      if (order.asked) return nextStep("pharmacy_asks");
      const decidedOn = plan.decidedAt === null ? order.paidOn : dayIn(timezone, plan.decidedAt);
      const due = addWorkingDays(closed, laterDay(decidedOn, order.paidOn), pharmacyDays);
      const day = laterDay(due, dayIn(timezone, now));
      return plan.status === "approved" && !order.notFirst
        ? { ...nextStep("approved"), stages: approvalStages(facts, day, false) }
        : nextStep("preparing", { day: formatDay(day) });
    }
    case "shipped": {
      if (order.leftToSend === "came_back") return nextStep("came_back");
      if (order.leftToSend === "part") return nextStep("shipped_part");
      const day = order.shipment?.estimateddelivery ?? null;
      const today = dayIn(patientTimezone, now);
      if (day === today) return nextStep("shipped_today");
      return day === null || day < today ? nextStep("shipped") : nextStep("shipped_until", { day: formatDay(day) });
    }
    case "delivered":
      return nextStep("arrived");
    case "refunded":
      return nextStep("refunded");
    case "voided":
    case "cancelled":
      return nextStep("not_charged");
    case "failed":
      return nextStep("order_failed");
    default:
      return nextStep("placed");
  }
}

/** The way of a plan's first order: packed by a day, there by a day, begun. While it is being paid, that day counts from today. */
function approvalStages(
  { closed, pharmacyDays, transitDays }: CareFacts,
  day: string,
  isBeingPaid: boolean,
): NonNullable<NextStepDecision["stages"]> {
  const packed = isBeingPaid ? addWorkingDays(closed, day, pharmacyDays) : day;
  return [
    ...(isBeingPaid ? [{ kind: "payment", values: {} } as const] : []),
    { kind: "packed", values: { day: formatDay(packed) } },
    { kind: "travels", values: { arrives: formatDay(addWorkingDays(closed, packed, transitDays)) } },
    { kind: "begins", values: {} },
  ];
}

/** What is said of charges that are suspended, by who has to act. */
const stoppedSteps = {
  bank: "disputed",
  practice: "dispute_lost",
  report: "orders_stopped",
  ending: "care_ended",
} as const;

/** The practice has ended the patient's care, and its day has come. */
const isCareOver = ({ careEndsOn, timezone, now }: CareFacts): boolean =>
  careEndsOn !== null && careEndsOn <= dayIn(timezone, now);

type PlannedStep = { readonly kind: NextStepKind & FollowingKind; readonly values: Values };

const runningOf = ({ subscriptions }: CareFacts) => subscriptions.filter(({ status }) => status !== "cancelled");

/** The doctor stopped one of the medicines, and nothing has replaced it. */
const isMedicineStopped = (facts: CareFacts): boolean => runningOf(facts).some(({ discontinued }) => discontinued);

/** The step of the subscriptions apart from an order in progress; null when there is none. What isn't to be taken comes before the end of care. */
const plannedStep = (facts: CareFacts): PlannedStep | null =>
  restStep(facts) ?? careEndStep(facts) ?? subscriptionsStep(facts);

function restStep(facts: CareFacts): PlannedStep | null {
  if (isMedicineStopped(facts)) return { kind: "changed_by_doctor", values: {} };
  if (facts.breaks.length === 0) return null;
  const each = facts.breaks.map(({ name, last }) => `${name} through ${formatDay(last)}`);
  return { kind: "medicine_rests", values: { breaks: formatList(each) } };
}

/** A report that the patient died comes first: only they can answer it. */
function careEndStep(facts: CareFacts): PlannedStep | null {
  const { careEndsOn } = facts;
  if (careEndsOn === null || subscriptionsStep(facts)?.kind === "orders_stopped") return null;
  return isCareOver(facts)
    ? { kind: "care_ended", values: {} }
    : { kind: "care_ends", values: { day: formatDay(careEndsOn) } };
}

/** Why a last order can't be placed before care ends. */
const holdingKinds: readonly NextStepKind[] = ["renewal", "disputed", "dispute_lost"];

/** What the end of care is said beside, or what is said beside the end of care. */
function besideIt(facts: CareFacts, { kind }: PlannedStep): PlannedStep | null {
  if (kind === "changed_by_doctor" || kind === "medicine_rests") return careEndStep(facts);
  if (kind !== "care_ends") return null;
  const other = subscriptionsStep(facts);
  return other !== null && holdingKinds.includes(other.kind) ? other : null;
}

function subscriptionsStep(facts: CareFacts): PlannedStep | null {
  const { subscriptions, nextCharge, chargesStoppedBy, upsellAwaitsDoctor } = facts;
  const running = runningOf(facts);
  if (running.length === 0)
    return subscriptions.length === 0 ? null : { kind: upsellAwaitsDoctor ? "upsell_review" : "ended", values: {} };
  const paused = running.filter(({ status }) => status === "paused");
  const until = paused.flatMap(({ pauseduntil }) => pauseduntil ?? []).toSorted()[0];
  if (until !== undefined && paused.length === running.length)
    return { kind: "paused", values: { until: formatDay(until) } };
  if (running.some(({ onHold }) => onHold)) return { kind: "renewal", values: {} };
  if (chargesStoppedBy !== null && running.some(({ status }) => status === "active"))
    return { kind: stoppedSteps[chargesStoppedBy], values: {} };
  if (nextCharge === null || running.every(({ status }) => status !== "active")) return null;
  const day = formatDay(nextCharge);
  return until === undefined
    ? { kind: "under_way", values: { day } }
    : { kind: "partly_paused", values: { until: formatDay(until), day } };
}

/** A pause and an end are of the deliveries: what is at home is still to be taken. */
function whileInUse<T extends PlannedStep | null>({ inUseUntil }: CareFacts, next: T): PlannedStep | T {
  if (inUseUntil === null) return next;
  if (next?.kind === "paused") return { kind: "paused_in_use", values: next.values };
  return next?.kind === "ended" ? { kind: "ended_in_use", values: { last: formatDay(inUseUntil) } } : next;
}

/** The step after an order in progress. */
function followingStep(facts: CareFacts, next: PlannedStep | null): NextStepDecision["following"] {
  // There is no parcel for it to follow.
  if (facts.order?.status === "refunded" || facts.order?.cancelled || next?.kind !== "under_way") return next;
  return pendingUpsellNote(facts, next);
}

/** A note on an upsell that awaits a doctor, where the rest says that nothing more is charged. */
const pendingUpsellNote = ({ upsellAwaitsDoctor }: CareFacts, next: PlannedStep): NextStepDecision["following"] =>
  upsellAwaitsDoctor && next.kind === "paused" ? { kind: "upsell_review", values: {} } : null;

/** The phase of the whole plan, consistent with the next step. */
export function phaseOf(facts: CareFacts): Plan["phase"] {
  const { plan, visit, safety, subscriptions } = facts;
  if (plan.status === "none" || plan.status === "declined") return plan.status;
  if (safety !== null && safety !== "written") return "on_hold";
  if (plan.status === "in_review") return needsIdentity(visit) ? "identity" : "in_review";
  const running = subscriptions.filter(({ status }) => status !== "cancelled");
  if (subscriptions.length > 0 && running.length === 0) return "ended";
  return running.length > 0 && running.every(({ status }) => status === "paused") ? "paused" : "approved";
}

const needsIdentity = ({ identityStatus }: CareFacts["visit"]): boolean => identityStates.unproved.has(identityStatus);

/** Steps that only the patient can take. */
const askingKinds: readonly NextStepKind[] = [
  "emergency",
  "stop",
  "payment_failed",
  "confirm_again",
  "identity_refused",
  "identity_photos",
  "doctor_asks",
  "change_to_agree",
  "treatment_review",
  "arrival",
  "dose_today",
  "finish_visit",
];

export const asks = (kind: NextStepKind): boolean => askingKinds.includes(kind);
