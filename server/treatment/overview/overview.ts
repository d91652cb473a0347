import type { Treatment } from "#contract/treatment.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { addedBy, declinedRenewal, planOf } from "#server/care/public.ts";
import { waitingReview } from "#server/followup/public.ts";
import { noStanding, standingsOf, visitProgress } from "#server/onboarding/public.ts";
import { ordersOf } from "#server/store/public.ts";
import { presentAdditions } from "../additions.ts";
import { openBook, scheduledSupply, subscriptionIn } from "../book.ts";
import { presentChanges } from "../change-present.ts";
import { comingCharges } from "../coming-charges.ts";
import { presentDiscount } from "../present-discount.ts";
import { changedItem, presentBook } from "../present-subscriptions.ts";
import { actionItems } from "./action-items.ts";
import { leadingOrder } from "./leading-order.ts";
import { type CareFacts, decideNextStep, phaseOf } from "./next-step.ts";
import { presentNextStep } from "./present-next-step.ts";
import { safetyOf } from "./safety.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets" | "config">;

/** Orders shown on the home and treatment screens. */
const shownOrders = 10;

/** Everything the home and treatment screens show, in a fixed number of queries. */
export async function treatmentOf(parts: Parts, patientId: string): Promise<Treatment> {
  const { content, clock, config } = parts;
  const [plan, patient, standings, progress, orders, review] = await Promise.all([
    planOf(parts, patientId),
    patientById(parts, patientId),
    standingsOf(parts, [patientId]),
    visitProgress(parts, patientId),
    ordersOf(parts, patientId, { limit: shownOrders }),
    waitingReview(parts, patientId),
  ]);
  const visit = standings.get(patientId) ?? noStanding;
  const [book, declined, added, safety] = await Promise.all([
    openBook(parts, patientId, plan.prescribed),
    declinedRenewal(parts, patientId),
    addedBy(parts, patientId),
    safetyOf(parts, patientId, plan, progress.stop),
  ]);
  const [{ charges, amounts, waiting }, changes, order] = await Promise.all([
    comingCharges(parts, book, patientId),
    presentChanges(parts, book, patientId),
    leadingOrder(parts, book, plan.orderId, orders),
  ]);
  const subscriptions = presentBook(content, book, amounts);
  const changeWaits = changes.some(({ status }) => status === "waiting");
  const facts: CareFacts = {
    safety: safety?.kind ?? null,
    plan,
    visit: { ...visit, ...progress },
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
    review,
    nextStep: nextstep.kind,
  });
  const decidedAgain = declined !== null && declined.at > (plan.decidedAt ?? declined.at);
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
      note: decidedAgain ? declined.note : plan.note,
    },
    orders,
    subscriptions,
    charges,
    additions: presentAdditions(added.waiting, doctor),
    changes,
    discounts: waiting.map(presentDiscount),
    needs,
    mayoffer: !nextstep.asks && !changeWaits && needs.every(({ canwait }) => canwait),
  };
}
