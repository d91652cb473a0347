import type { Treatment } from "#contract/treatment.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { addedBy, declinedRenewal, planOf } from "#server/care/public.ts";
import { waitingReview } from "#server/followup/public.ts";
import { noStanding, standingsOf } from "#server/onboarding/public.ts";
import { ordersOf } from "#server/store/public.ts";
import { presentAdditions } from "./additions.ts";
import { needsOf } from "./needs.ts";
import { nextStepOf, type Situation } from "./next-step.ts";
import { type Book, openBook, scheduledSupply, subscriptionIn } from "./book.ts";
import { comingCharges } from "./coming-charges.ts";
import { presentDiscount } from "./present-discount.ts";
import { presentChanges } from "./change-present.ts";
import { changedItem, presentBook } from "./present-subscriptions.ts";
import { planTexts, someDoctor } from "./texts.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Orders shown on the home and treatment screens. */
const shownOrders = 10;

/** Everything the home and treatment screens show, in a fixed number of queries. */
export async function treatmentOf(parts: Parts, patientId: string): Promise<Treatment> {
  const { content, clock } = parts;
  const [plan, patient, standings, orders, review] = await Promise.all([
    planOf(parts, patientId),
    patientById(parts, patientId),
    standingsOf(parts, [patientId]),
    ordersOf(parts, patientId, { limit: shownOrders }),
    waitingReview(parts, patientId),
  ]);
  const visit = standings.get(patientId) ?? noStanding;
  const [book, declined, added] = await Promise.all([
    openBook(parts, patientId, plan.prescribed),
    declinedRenewal(parts, patientId),
    addedBy(parts, patientId),
  ]);
  const [{ charges, amounts, waiting }, changes] = await Promise.all([
    comingCharges(parts, book, patientId),
    presentChanges(parts, book, patientId),
  ]);
  const subscriptions = presentBook(content, book, amounts);
  const nextstep = nextStepOf({
    plan,
    visit,
    nonRxOnly: patient.nonRxOnly,
    withheld: [...plan.prescribed.values()].some(({ withheld }) => withheld),
    order: latestOrder(book, plan.orderId),
    subscriptions: subscriptions.map((each) => ({
      ...each,
      waits: isHeld(book, each.id),
      stopped: isStopped(book, each.id),
    })),
    nextCharge: charges.find(({ retry }) => !retry)?.chargeon ?? null,
    timezone: content.brand.timezone,
    now: clock.now(),
  });
  const decidedAgain = declined !== null && declined.at > (plan.decidedAt ?? declined.at);
  return {
    doctor: plan.doctor,
    plan: {
      status: plan.status,
      statustext: planTexts[plan.status],
      since: (plan.decidedAt ?? plan.submittedAt)?.toISOString() ?? null,
      items: plan.items.map((item) => changedItem(content, book, plan.orderId, item)),
      nextstep,
      note: decidedAgain ? declined.note : plan.note,
    },
    orders,
    subscriptions,
    charges,
    additions: presentAdditions(added.waiting, plan.doctor?.name ?? someDoctor),
    changes,
    discounts: waiting.map(presentDiscount),
    needs: needsOf({
      patient,
      visit,
      lapsed: plan.lapsed,
      orders,
      renewal: [...plan.prescribed.values()],
      review,
      changes,
    }),
  };
}

/** The order that brings or brought her last supply, that gives its money back, or that her plan waits for. */
function latestOrder(book: Book, planOrderId: string | null): Situation["order"] {
  const supply = book.supplies
    .filter(({ order_id, status }) => order_id !== null && (status === "ordered" || status === "cancelled"))
    .toSorted(
      (a, b) =>
        b.charge_on.localeCompare(a.charge_on) ||
        Number(b.status === "ordered") - Number(a.status === "ordered") ||
        b.period - a.period,
    )[0];
  const id = supply?.order_id ?? planOrderId;
  const status = id === null ? undefined : book.orders.get(id);
  if (id === null || status === undefined) return null;
  return {
    status,
    cancelled: supply?.status === "cancelled",
    paidOn: supply?.charge_on ?? book.today,
    shipment: book.shipments.get(id) ?? null,
  };
}

const isHeld = (book: Book, subscriptionId: string): boolean =>
  (scheduledSupply(book, subscriptionId)?.held_on ?? null) !== null;

const isStopped = (book: Book, subscriptionId: string): boolean =>
  subscriptionIn(book, subscriptionId).stopped_on !== null;
