import type { Treatment } from "#contract/treatment.ts";
import type { Services } from "#server/platform/services.ts";
import { patientOf } from "#server/auth/public.ts";
import { careRecord } from "#server/care/public.ts";
import { openTold } from "#server/emergency/public.ts";
import { pendingReviews } from "#server/followup/public.ts";
import { photoOf, visitProgress } from "#server/onboarding/public.ts";
import { paymentsIn, refundOf } from "#server/payment/public.ts";
import { notShown, type OrderRow, presentOrders } from "#server/store/public.ts";
import { presentAdditions } from "../additions.ts";
import { bookOf, scheduledSupply, subscriptionIn } from "../book.ts";
import { presentChanges } from "../change-present.ts";
import { comingCharges } from "../coming-charges.ts";
import { presentDiscount } from "../present-discount.ts";
import { changedItem, presentBook } from "../present-subscriptions.ts";
import { actionItems } from "./action-items.ts";
import { leadingOrder } from "./leading-order.ts";
import { type CareFacts, decideNextStep, phaseOf } from "./next-step.ts";
import { presentNextStep } from "./present-next-step.ts";
import { safetyOf } from "./safety.ts";
import { readSnapshot, shownOrders, type Snapshot } from "./snapshot.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets" | "config">;

/** Everything the home and treatment screens show, in one query. */
export const treatmentOf = async (parts: Parts, patientId: string): Promise<Treatment> =>
  presentTreatment(parts, await readSnapshot(parts.db, patientId));

function presentTreatment(parts: Omit<Parts, "db">, snapshot: Snapshot): Treatment {
  const { content, clock, config, secrets } = parts;
  const patient = patientIn(secrets, snapshot);
  const { plan, added, refused, doctors } = careRecord(secrets, snapshot);
  const visit = visitProgress(content, snapshot.visit[0], snapshot.identityPhotos.map(photoOf));
  const orders = ordersIn(secrets, snapshot);
  const reviews = pendingReviews(parts, snapshot);
  const book = bookOf(parts, snapshot, plan.prescribed);
  const safety = safetyOf(parts, plan, {
    stop: visit.stop,
    told: reviews.emergencies,
    written: writtenIn(secrets, snapshot),
  });
  const { charges, amounts } = comingCharges(content, book);
  const changes = presentChanges(parts, book, snapshot.changes, doctors);
  const order = leadingOrder(book, plan.orderId, orders);
  const subscriptions = presentBook(content, book, amounts);
  const changeWaits = changes.some(({ status }) => status === "waiting");
  const facts: CareFacts = {
    safety: safety?.kind ?? null,
    plan,
    visit,
    nonRxOnly: patient.nonRxOnly,
    paymentFailed: patient.failedTransactionReason !== null,
    order,
    subscriptions: subscriptions.map((each) => ({
      ...each,
      waits: (scheduledSupply(book, each.id)?.held_on ?? null) !== null,
      stopped: subscriptionIn(book, each.id).stopped_on !== null,
    })),
    changeWaits,
    additionWaits: added.waiting.length > 0,
    chargesWaitFor: book.chargesWaitFor,
    nextCharge: charges.find(({ retry }) => !retry)?.chargeon ?? null,
    retryOn: charges.find(({ retry }) => retry)?.chargeon ?? null,
    pharmacyDays: content.shipping.pharmacydays,
    timezone: content.brand.timezone,
    now: clock.now(),
  };
  const doctor = plan.doctor?.name ?? content.nextsteps.unknown.doctor;
  const nextstep = presentNextStep(
    { ...content, marketingOrigin: config.marketingOrigin },
    decideNextStep(facts),
    { doctor, order },
    safety,
  );
  const phase = phaseOf(facts);
  const { label, text: statustext } = content.nextsteps.phases[phase];
  const needs = actionItems({
    patient,
    visit,
    lapsed: plan.lapsed,
    orders,
    renewal: [...plan.prescribed.values()],
    review: reviews.waiting,
    nextStep: nextstep.kind,
  });
  const decidedAgain = refused !== null && refused.at > (plan.decidedAt ?? refused.at);
  return {
    doctor: plan.doctor,
    nextstep,
    plan: {
      status: plan.status,
      phase,
      label,
      statustext,
      since: (plan.decidedAt ?? plan.submittedAt)?.toISOString() ?? null,
      items: plan.items.map((item) => changedItem(content, book, plan.orderId, item)),
      note: decidedAgain ? refused.note : plan.note,
    },
    orders,
    subscriptions,
    charges,
    additions: presentAdditions(added.waiting, doctor),
    changes,
    discounts: book.discounts.map(presentDiscount),
    needs,
    mayoffer: !nextstep.asks && !changeWaits && needs.every(({ canwait }) => canwait),
  };
}

function patientIn(secrets: Services["secrets"], { patient: [row] }: Snapshot) {
  if (!row) throw new Error("No such patient");
  return patientOf(row, secrets);
}

/** The orders shown, newest first. */
function ordersIn(secrets: Services["secrets"], { orders, lines, payments, refunds, events }: Snapshot) {
  const shown = (orders as readonly OrderRow[]).filter(({ status }) => !notShown.includes(status));
  return presentOrders(secrets, shown.slice(0, shownOrders), {
    lines,
    payments: paymentsIn(payments),
    refunds: refunds.map(refundOf),
    events,
  });
}

function writtenIn(secrets: Services["secrets"], { emergencies: [row] }: Snapshot) {
  return row ? openTold({ secrets }, row).emergency : null;
}
