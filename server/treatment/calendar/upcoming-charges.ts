import type { Content } from "#content/loader/load.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import {
  lineTotalCents,
  type Quote,
  type RenewalCharge,
  renewalChargeQuotes,
  type RenewalOrderLine,
} from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { nextChargeDay } from "../charge-days.ts";
import type { PrescriptionOrderRow } from "../queries.ts";
import {
  type TreatmentSnapshot,
  loadTreatmentSnapshot,
  currentLine,
  currentName,
  chargeStoppedBy,
  orderStoppedBy,
  subscriptionIn,
  currentUnitPriceCents,
} from "../snapshot/treatment-snapshot.ts";
import { orderedTogether, orderingObstacle } from "./ordering-rule.ts";
import { chargeDayAfterSending } from "./plan-charges.ts";

type Deps = { readonly db: Database; readonly content: Content };
type UpcomingCharge = Treatment["charges"][number];

/** What prescription orders cost, in dollars, by prescription order id. */
export interface Amounts {
  /** Upcoming ones. */
  readonly byPrescriptionOrder: ReadonlyMap<string, number>;
  /** Those that may be ordered now: everything that would ship with them, and the total charged. */
  readonly getNext: ReadonlyMap<string, NonNullable<PrescriptionOrder["getnext"]>>;
  /** Those that may be reordered, likewise. */
  readonly reorder: ReadonlyMap<string, NonNullable<PrescriptionOrder["reorder"]>>;
}

/** The scheduled charges by day, as they would be made today: an earned discount goes to the soonest. */
export function quotesByDay(
  content: Content,
  snapshot: TreatmentSnapshot,
): ReadonlyMap<string, { readonly prescriptionOrders: readonly PrescriptionOrderRow[]; readonly quote: Quote }> {
  const days = scheduledByDay(snapshot);
  const lists = days.map(([, prescriptionOrders]) => renewalChargeOf(content, snapshot, prescriptionOrders));
  const quotes = renewalChargeQuotes(content, lists, quoteContext(snapshot));
  return new Map(
    days.flatMap(([day, prescriptionOrders], at) => {
      const quote = quotes[at];
      return quote ? [[day, { prescriptionOrders, quote }] as const] : [];
    }),
  );
}

/**
 * The patient's soonest charge, and what it would be when shipped to each of `states`, in cents; null when none is scheduled or charges are
 * suspended.
 */
export async function quoteNextChargeByState(
  services: Deps & Pick<Services, "clock">,
  patientId: string,
  states: readonly string[],
): Promise<{ readonly day: string; readonly cents: readonly number[] } | null> {
  const snapshot = await loadTreatmentSnapshot(services, patientId, new Map());
  const [soonest] = scheduledByDay(snapshot);
  if (soonest === undefined || soonest[0] === neverDay || chargeStoppedBy(snapshot, soonest[0]) !== null) return null;
  const [day, prescriptionOrders] = soonest;
  const lists = [renewalChargeOf(services.content, snapshot, prescriptionOrders)];
  const quotes = states.map((shipState) =>
    renewalChargeQuotes(services.content, lists, { ...quoteContext(snapshot), shipState }),
  );
  return { day, cents: quotes.map(([quote]) => quote?.totalCents ?? 0) };
}

/** What these would cost in one charge today, in cents. */
export function quoteTogether(
  content: Content,
  snapshot: TreatmentSnapshot,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): number {
  if (prescriptionOrders.length === 0) return 0;
  const [quote] = renewalChargeQuotes(
    content,
    [renewalChargeOf(content, snapshot, prescriptionOrders)],
    quoteContext(snapshot),
  );
  return quote?.totalCents ?? 0;
}

/** Stands for the day of prescription orders whose charge failed and is not retried, and of those that would come after the patient's care has ended. */
const neverDay = "";

/** Prescription orders to be charged by day, soonest first; `neverDay` is last. */
function scheduledByDay(snapshot: TreatmentSnapshot): (readonly [string, readonly PrescriptionOrderRow[]])[] {
  const planned = snapshot.prescriptionOrders.filter(
    ({ status, held_back_from }) => status === "scheduled" && held_back_from === null,
  );
  const days = Map.groupBy(planned, (each) =>
    orderStoppedBy(snapshot, each) === "ending" ? neverDay : (nextChargeDay(each) ?? neverDay),
  );
  const late = (day: string) => Number(day === neverDay);
  return [...days].toSorted(([one], [other]) => late(one) - late(other) || one.localeCompare(other));
}

const renewalChargeOf = (
  content: Content,
  snapshot: TreatmentSnapshot,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): RenewalCharge => ({
  lines: prescriptionOrders.map((prescriptionOrder) => renewalOrderLine(content, snapshot, prescriptionOrder)),
});

const quoteContext = ({ sourceLines, shipState, discounts }: TreatmentSnapshot) => ({
  sourceLines,
  shipState,
  available: discounts,
});

/**
 * The patient's next charges, by day, soonest first: what is due on one day is one charge, and each charge uses one earned discount. Empty
 * while a payment is disputed, and without those the patient's care ends before.
 */
export function upcomingCharges(
  content: Content,
  snapshot: TreatmentSnapshot,
): { readonly charges: UpcomingCharge[]; readonly amounts: Amounts } {
  const days = scheduledByDay(snapshot);
  const orderable = (action: "getnext" | "reorder") =>
    snapshot.prescriptionOrders
      .filter((prescriptionOrder) => orderingObstacle(content, snapshot, action, prescriptionOrder) === null)
      .map((prescriptionOrder) => ({
        id: prescriptionOrder.id,
        sent: orderedTogether[action](content, snapshot, prescriptionOrder),
      }));
  const [reorderable, sendableNow] = [orderable("reorder"), orderable("getnext")];
  if (days.length === 0 && reorderable.length === 0)
    return { charges: [], amounts: { byPrescriptionOrder: new Map(), getNext: new Map(), reorder: new Map() } };
  const lists = [
    ...days.map(([, prescriptionOrders]) => renewalChargeOf(content, snapshot, prescriptionOrders)),
    ...reorderable.map(({ sent }) => ({
      lines: sent.map((each) => ({ ...renewalOrderLine(content, snapshot, each), discountCents: 0 })),
      ifOrderedNow: true,
    })),
    ...sendableNow.map(({ sent }) => ({ ...renewalChargeOf(content, snapshot, sent), ifOrderedNow: true })),
  ];
  const quotes = renewalChargeQuotes(content, lists, quoteContext(snapshot));
  const amounts = new Map<string, number>();
  const namesOf = (sent: readonly PrescriptionOrderRow[]) =>
    sent.map(({ subscription_id }) => currentName(snapshot, subscriptionIn(snapshot, subscription_id)));
  const reordered = reorderable.map(({ id, sent }, index) => {
    const amount = toDollars(quotes[days.length + index]?.totalCents ?? 0);
    return [id, { names: namesOf(sent), amount }] as const;
  });
  const sentTogether = sendableNow.map(({ id, sent }, index) => {
    const names = namesOf(sent);
    const amount = toDollars(quotes[days.length + reorderable.length + index]?.totalCents ?? 0);
    const [first] = sent;
    const after = first && snapshot.chargesStoppedBy === null ? chargeDayAfterSending(content, snapshot, first) : null;
    const nextchargeon = chargeStoppedBy(snapshot, after) === null ? after : null;
    return [id, { names, amount, nextchargeon }] as const;
  });
  const charges = days.map(([chargeon, prescriptionOrders], at): UpcomingCharge => {
    const items = prescriptionOrders.map((prescriptionOrder, index) => {
      const line = quotes[at]?.lines[index];
      const amount = toDollars(line ? lineTotalCents(line) : prescriptionOrder.amount_cents);
      amounts.set(prescriptionOrder.id, amount);
      const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
      const name = currentLine(snapshot, subscription)?.name ?? subscription.product_id;
      return { prescriptionorderid: prescriptionOrder.id, subscriptionid: subscription.id, name, amount };
    });
    const retry = prescriptionOrders.some(({ failed_on }) => failed_on !== null);
    return { chargeon, amount: toDollars(quotes[at]?.totalCents ?? 0), items, retry };
  });
  return {
    charges: charges.filter(({ chargeon }) => chargeon !== neverDay && chargeStoppedBy(snapshot, chargeon) === null),
    amounts: { byPrescriptionOrder: amounts, getNext: new Map(sentTogether), reorder: new Map(reordered) },
  };
}

/** The line of a renewal order a prescription order is charged as. */
export function renewalOrderLine(
  content: Content,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): RenewalOrderLine {
  const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const unitPriceCents = currentUnitPriceCents(content, subscription);
  const changedProduct = snapshot.changed.get(subscription.id);
  return {
    sourceOrderId: subscription.order_id,
    ...(changedProduct && { changedProduct }),
    productId: subscription.product_id,
    quantity: subscription.quantity,
    unitPriceCents,
    discountCents: Math.min(prescriptionOrder.discount_cents, unitPriceCents * subscription.quantity),
  };
}
