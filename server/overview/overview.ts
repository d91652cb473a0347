import { formatList } from "#contract/fields/formats.ts";
import { formatCents, toDollars } from "#contract/fields/numbers.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { toPatientFacts } from "#server/auth/public.ts";
import { type Plan, planWithdrawalObstacle, suggestionObjections } from "#server/care/public.ts";
import { productById } from "#server/catalogue/public.ts";
import type { AvailableDiscount } from "#server/discounts/public.ts";
import { openEmergencyFrom } from "#server/emergency/public.ts";
import { presentPendingFollowups } from "#server/followup/public.ts";
import { presentDoctorThread } from "#server/messages/public.ts";
import { toIdentityPhoto, visitProgress } from "#server/onboarding/public.ts";
import { hiddenStatuses, type OrderStatus, presentOrders } from "#server/orders/public.ts";
import { toPaymentSummaries, toRefundMovement } from "#server/payment/public.ts";
import {
  addDays,
  clinicToday,
  daysBetween,
  formatDay,
  formatDayWithYear,
} from "#server/platform/clock/calendar-days.ts";
import { type Sentence, type SentenceContent, sentence, toText, type Words } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import {
  changeObjections,
  type TreatmentSnapshot,
  treatmentSnapshotFrom,
  withOwnFacts,
  scheduledPrescriptionOrder,
  subscriptionIn,
  titleOfDiscontinuing,
  isOpenToAgree,
  presentSuggestions,
  presentTreatmentChanges,
  upcomingCharges,
  planItemAfterChange,
  presentSubscriptions,
} from "#server/treatment/public.ts";
import type { UpsellRequestsByStatus } from "#server/upsell-requests/public.ts";
import { dueDose, firstDoses, inUseUntil } from "#server/wellbeing/public.ts";
import { actionItems, followupItem } from "./action-items.ts";
import { asRescreened } from "./as-rescreened.ts";
import { careFromRows } from "./care-snapshot.ts";
import { leadingOrder } from "./leading-order.ts";
import { type CareFacts, decideNextStep, phaseOf } from "./next-step.ts";
import { readOverviewRows, shownOrders, type OverviewRows } from "./overview-rows.ts";
import { presentArrival } from "./present-arrival.ts";
import { presentNextStep } from "./present-next-step.ts";
import { decideSafety } from "./safety.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets" | "config">;

/** Everything the home and treatment screens show, in one query; a second one only for whom something lacks its companion, or newer rules have to be asked. */
export async function loadTreatmentOverview(services: Deps, patientId: string): Promise<Treatment> {
  const rows = await asRescreened(services, patientId, await readOverviewRows(services.db, patientId));
  const care = careFromRows(services, rows);
  const known = treatmentSnapshotFrom(services, rows, care.plan.prescribed);
  const objections = await changeObjections(services, rows.changes);
  const toSuggestions = await suggestionObjections(services, rows.suggestions);
  const snapshot = await withOwnFacts(services, patientId, known);
  return presentTreatmentOverview(services, rows, { care, objections, toSuggestions }, snapshot);
}

/** What speaks against agreeing to each change and suggestion. */
interface Objections {
  readonly objections: ReadonlyMap<string, Words>;
  readonly toSuggestions: ReadonlyMap<string, Words>;
}

function presentTreatmentOverview(
  services: Omit<Deps, "db">,
  rows: OverviewRows,
  { care, objections, toSuggestions }: Objections & { readonly care: ReturnType<typeof careFromRows> },
  treatmentSnapshot: TreatmentSnapshot,
): Treatment {
  const { content, clock, config } = services;
  const patient = patientFacts(rows);
  const { plan, upsellRequests: upsells, declinedPrescriptionRenewal, doctorStops, doctors } = care;
  const visit = visitProgress(content, rows.visit[0], rows.identityPhotos.map(toIdentityPhoto));
  const orders = presentShownOrders(services, rows);
  const pendingFollowups = presentPendingFollowups(services, rows);
  const openEmergency = openEmergencyFrom(services, rows.emergencies);
  const safety = decideSafety(services, plan, {
    stop: visit.stop,
    followupStops: pendingFollowups.emergencies,
    openEmergency,
    doctorStops,
  });
  const upcoming = upcomingCharges(content, treatmentSnapshot);
  const { charges } = upcoming;
  const changes = presentTreatmentChanges(services, treatmentSnapshot, rows.changes, { doctors, objections });
  const suggestions = presentSuggestions(
    services,
    {
      shipState: treatmentSnapshot.shipState,
      taken: treatmentSnapshot.subscriptions.flatMap(({ status, product_id }) =>
        status === "cancelled" ? [] : [product_id],
      ),
    },
    rows.suggestions.filter((each) => isOpenToAgree(each, services.clock.now())),
    doctors,
    {
      isStopped: openEmergency !== null || visit.stop !== null || pendingFollowups.emergencies.length > 0,
      isPlanApproved: plan.status === "approved",
      isPastDue: patient.failedTransactionReason !== null,
      objections: toSuggestions,
    },
  );
  const leading = leadingOrder(treatmentSnapshot, plan.orderId, orders);
  const order = leading && {
    ...leading,
    waits: leading.prescription && rows.prescriptions.some(({ waits }) => waits),
    asked: rows.questions.some(({ order_id }) => order_id === leading.id),
  };
  const subscriptions = presentSubscriptions(content, treatmentSnapshot, upcoming);
  const { thread, doctorAsks, askedBy } = presentDoctorThread(services, rows, {
    state: patient.state,
    careStatus: plan.lapsed ? { status: "lapsed" } : null,
  });
  const { subscriptions: subscribed, boxes, today: practiceToday } = treatmentSnapshot;
  const medicines = {
    ...{ prescribed: plan.prescribed, subscriptions: subscribed, boxes, practiceToday },
    waits: openEmergency !== null && !openEmergency.keepsMedicine,
  };
  const dose = dueDose(services, rows, { ...medicines, ...patient });
  const toBegin = firstDoses(services, rows, { ...medicines, ...patient });
  const changeAwaitsPatient =
    changes.some(({ status, agreeable }) => status === "waiting" && agreeable) ||
    suggestions.some(({ status, obstacle }) => status === "waiting" && obstacle === null);
  const facts: CareFacts = {
    safety: safety?.kind ?? null,
    plan,
    visit,
    nonRxOnly: patient.nonRxOnly,
    paymentFailed: patient.failedTransactionReason !== null,
    order,
    subscriptions: subscriptions.map((each) => ({
      ...each,
      onHold: (scheduledPrescriptionOrder(treatmentSnapshot, each.id)?.held_back_from ?? null) !== null,
      discontinued: subscriptionIn(treatmentSnapshot, each.id).discontinued_on !== null,
    })),
    doctorAsks,
    changeAwaitsPatient,
    followupAwaitsPatient: pendingFollowups.awaitingPatient !== undefined,
    firstBoxArrived: toBegin.length > 0,
    doseDue: dose !== null,
    inUseUntil: inUseUntil(services, medicines),
    upsellAwaitsDoctor: upsells.waiting.length > 0,
    chargesStoppedBy: treatmentSnapshot.chargesStoppedBy,
    careEndsOn: treatmentSnapshot.careEndsOn,
    breaks: breaksToday(content, treatmentSnapshot, plan.prescribed),
    nextCharge: charges.find(({ retry }) => !retry)?.chargeon ?? null,
    retryOn: charges.find(({ retry }) => retry)?.chargeon ?? null,
    closed: content.promises.closed,
    pharmacyDays: content.shipping.pharmacydays,
    transitDays: content.shipping.standard.businessdays.to,
    timezone: content.brand.timezone,
    patientTimezone: treatmentSnapshot.timezone,
    now: clock.now(),
  };
  const doctor = plan.doctor?.name ?? content.nextsteps.unknown.doctor;
  const nextStep = decideNextStep(facts);
  const situation = {
    patient,
    visit,
    lapsed: plan.lapsed,
    orders,
    prescriptions: [...plan.prescribed.values()],
    followup: pendingFollowups.awaitingPatient,
    nextStep: nextStep.kind,
  };
  const nextstep = presentNextStep(
    { ...content, marketingOrigin: config.marketingOrigin },
    nextStep,
    {
      // What somebody asks is asked by them.
      doctor: nextStep.kind === "doctor_asks" ? (askedBy ?? doctor) : doctor,
      ...{ order, dose, review: followupItem(content, situation) },
      arrival: presentArrival(content, toBegin),
      change: titleOfDiscontinuing(services, treatmentSnapshot, rows.changes, doctors),
    },
    safety,
  );
  const phase = phaseOf(facts);
  const { label, text: statustext } = content.nextsteps.phases[phase];
  const patientActionItems = actionItems(content, situation);
  const decidedAgain =
    declinedPrescriptionRenewal !== null &&
    declinedPrescriptionRenewal.at > (plan.decidedAt ?? declinedPrescriptionRenewal.at);
  // Beside a stop, nothing says that the plan fits.
  const noteBesideSafety = phase === "on_hold" ? null : plan.note;
  return {
    doctor: plan.doctor,
    doctorthread: thread && {
      ...thread,
      emergency:
        openEmergency?.unread?.conversationId === thread.conversationid ? openEmergency.unread.emergency : null,
    },
    nextstep,
    nextreview: safety === null ? reviewText(content, care.nextReview, clinicToday({ content, clock })) : null,
    plan: {
      status: plan.status,
      phase,
      label,
      statustext,
      since: planSince(phase, plan, treatmentSnapshot.subscriptions)?.toISOString() ?? null,
      items: plan.items.map((item) => planItemAfterChange(content, treatmentSnapshot, plan.orderId, item)),
      withdrawable: withdrawableOrder(plan, orders),
      note: decidedAgain ? declinedPrescriptionRenewal.note : noteBesideSafety,
    },
    orders,
    subscriptions,
    charges,
    upsellrequests: presentPendingUpsells(content, upsells.waiting, doctor),
    changes,
    suggestions,
    discounts: treatmentSnapshot.discounts.map((each) => presentDiscount(content, each)),
    actionitems: patientActionItems,
    canshowupsells:
      !nextstep.needspatient && !changeAwaitsPatient && patientActionItems.every(({ canwait }) => canwait),
  };
}

/** Since when the plan is in its phase: a decision, a pause and an end each have their day; of a hold none is known. */
function planSince(
  phase: Treatment["plan"]["phase"],
  { decidedAt, submittedAt }: Pick<CareFacts["plan"], "decidedAt" | "submittedAt">,
  subscriptions: TreatmentSnapshot["subscriptions"],
): Date | null {
  const latest = (dates: readonly (Date | null)[]) =>
    dates.reduce((last, date) => (last === null || (date !== null && date > last) ? date : last), null);
  switch (phase) {
    case "on_hold":
      return null;
    case "paused":
      return latest(subscriptions.map(({ status, paused_at }) => (status === "paused" ? paused_at : null)));
    case "ended":
      return latest(subscriptions.map(({ cancelled_at }) => cancelled_at));
    default:
      return decidedAt ?? submittedAt;
  }
}

function patientFacts({ patient: [row] }: OverviewRows) {
  if (!row) throw new Error("No such patient");
  return toPatientFacts(row);
}

/** The orders shown, newest first. */
function presentShownOrders(
  services: Pick<Services, "content" | "secrets">,
  { orders, lines, payments, refunds, events, shipments, fills }: OverviewRows,
) {
  const shown = orders.filter(({ status }) => !hiddenStatuses.includes(status));
  return presentOrders(services, shown.slice(0, shownOrders), {
    lines,
    payments: toPaymentSummaries(payments),
    refunds: refunds.map(toRefundMovement),
    events,
    shipments,
    fills,
  });
}

/** Upsells the patient requested and no doctor has decided on, by order, as sentences. */
function presentPendingUpsells(
  content: SentenceContent,
  pendingUpsells: UpsellRequestsByStatus["waiting"],
  doctor: string,
): Treatment["upsellrequests"] {
  const orders = Map.groupBy(pendingUpsells, ({ orderId }) => orderId);
  return [...orders].map(([orderid, items]) => {
    const names = items.map(({ name }) => name);
    const waiting = sentence("overview.upsells_waiting", { doctor, items: formatList(names) });
    return { orderid, names, text: toText(content, waiting) };
  });
}

/** A day that passed without being asked isn't said any more: the practice sees it. */
function reviewText(
  content: SentenceContent,
  review: ReturnType<typeof careFromRows>["nextReview"],
  today: string,
): string | null {
  if (review === null || review.on < today) return null;
  // Almost a year ahead, a day without its year could be taken for a near one.
  const day = daysBetween(today, review.on) < 300 ? formatDay(review.on) : formatDayWithYear(review.on);
  return toText(content, sentence("overview.next_review", { doctor: review.doctor.name, day }));
}

/** What is prescribed, or still used until that begins, and rests today. */
function breaksToday(
  content: Services["content"],
  { rests }: TreatmentSnapshot,
  prescribed: Plan["prescribed"],
): CareFacts["breaks"] {
  const used = new Set(
    [...prescribed].flatMap(([id, { replaces }]) => [id, ...(replaces ?? []).map(({ productId }) => productId)]),
  );
  const breaks = [...rests].flatMap(([id, { isNow, until }]) =>
    isNow && used.has(id) ? [[productById(content, id)?.name ?? id, addDays(until, -1)] as const] : [],
  );
  return [...new Map(breaks)].map(([name, last]) => ({ name, last })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** A discount available for the patient's next charge, in words. */
function presentDiscount(content: SentenceContent, discount: AvailableDiscount): Treatment["discounts"][number] {
  const { percent, amountCents } = discount;
  const amount = amountCents === null ? null : toDollars(amountCents);
  const off = percent === null ? formatCents(amountCents ?? 0) : `${percent}%`;
  return { text: toText(content, discountSentence(discount, off)), amount, percent };
}

function discountSentence({ source, code }: AvailableDiscount, off: string): Sentence {
  switch (source) {
    case "followup":
      return sentence("overview.discount_review", { off });
    case "referral":
      return sentence("overview.discount_referral", { off });
    case "friend":
      return sentence("overview.discount_friend", { off });
    case "credit":
      return sentence("overview.discount_credit", { off });
    case "promo":
      return sentence("overview.discount_code", { off, code: code ?? "" });
  }
}

/** The order of a plan that `withdrawPlan` would accept now. */
function withdrawableOrder(
  { status, orderId }: Pick<Plan, "status" | "orderId">,
  orders: readonly { readonly id: string; readonly status: OrderStatus }[],
): string | null {
  const order = status === "in_review" ? orders.find(({ id }) => id === orderId) : undefined;
  return order && planWithdrawalObstacle(status, order.status) === null ? order.id : null;
}
