import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { formatCents, toCents, toDollars } from "#contract/fields/numbers.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { PlanItem } from "#contract/treatment/plan.ts";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { productById } from "#server/catalogue/public.ts";
import { isClosedUnpaid } from "#server/orders/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { type PrescribedItems, scheduleText } from "#server/prescriptions/public.ts";
import { backTogether, withParcelCompanions, missingCompanionWarning } from "../calendar/companions.ts";
import { moveOffer } from "../calendar/move-rule.ts";
import { offeredActions, waitsForLinked, withOwnFacts } from "../calendar/ordering-rule.ts";
import { chargeDayIfResumed, lastsUntil } from "../calendar/plan-charges.ts";
import { restartOffer } from "../calendar/restart-rule.ts";
import { type Amounts, upcomingCharges } from "../calendar/upcoming-charges.ts";
import { chargeDayAfterAll, nextChargeDay, nextCycleDay, pauseEndDays } from "../charge-days.ts";
import type { SubscriptionRow, PrescriptionOrderRow } from "../queries.ts";
import { type DecidedOrderState, orderStateLabels, prescriptionOrderState } from "../snapshot/order-state.ts";
import { earliestOrderDay, waitsFor } from "../snapshot/prescription-order-actions.ts";
import {
  type TreatmentSnapshot,
  chargeStoppedBy,
  orderStoppedBy,
  prescriptionOrderFacts,
  isInTreatment,
  loadTreatmentSnapshot,
  refillsLeftOf,
  scheduledPrescriptionOrder,
  currentLine,
  currentName,
  prescriptionOrderProgress,
  subscriptionIn,
  usedToday,
} from "../snapshot/treatment-snapshot.ts";
import { gapAfterCancelling, gapsOfPauses, gapWithout } from "./medicine-gap.ts";
import { subscriptionActions, subscriptionFacts } from "./subscription-actions.ts";
import { restSentence, subscriptionState } from "./subscription-state.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** A patient's subscriptions with their prescription orders, newest first; `prescribed` by product. */
export async function loadSubscriptions(
  services: Deps,
  patientId: string,
  prescribed: PrescribedItems,
): Promise<Subscription[]> {
  const known = await loadTreatmentSnapshot(services, patientId, prescribed);
  const snapshot = await withOwnFacts(services, patientId, known);
  return presentSubscriptions(services.content, snapshot, upcomingCharges(services.content, snapshot));
}

type Upcoming = ReturnType<typeof upcomingCharges>;

/**
 * The subscriptions of a snapshot; `upcoming`: what is charged next. One that ended before it was ever paid, as
 * after a doctor declined, is left out: there is nothing to reorder.
 */
export const presentSubscriptions = (
  content: Content,
  snapshot: TreatmentSnapshot,
  upcoming: Upcoming,
): Subscription[] =>
  snapshot.subscriptions
    .filter((row) => row.status !== "cancelled" || wasPaid(snapshot, row))
    .map((row) => ({
      ...presentSubscription(content, snapshot, row, upcoming),
      prescriptionorders: snapshot.prescriptionOrders
        .filter((prescriptionOrder) => prescriptionOrder.subscription_id === row.id)
        .map((prescriptionOrder) => presentPrescriptionOrder(content, snapshot, prescriptionOrder, upcoming.amounts)),
    }));

const wasPaid = (snapshot: TreatmentSnapshot, { id }: SubscriptionRow): boolean =>
  snapshot.prescriptionOrders
    .filter(({ subscription_id }) => subscription_id === id)
    .map(({ order_id }) => (order_id === null ? undefined : snapshot.orders.get(order_id)))
    .some((status) => status !== undefined && !isClosedUnpaid(status));

function presentPrescriptionOrder(
  content: Content,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
  amounts: Amounts,
): PrescriptionOrder {
  const facts = prescriptionOrderFacts(snapshot, prescriptionOrder);
  const actions = offeredActions(content, snapshot, prescriptionOrder);
  const { days_supply } = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const waitsfor = waitsFor(facts);
  const state = orderStateOf(snapshot, prescriptionOrder);
  const chargesRun = snapshot.chargesStoppedBy === null;
  const isForDoctor = waitsfor === "doctor" || waitsfor === "both";
  const mayComeLater = facts.status === "scheduled" && facts.subscription === "active" && !isForDoctor;
  return {
    id: prescriptionOrder.id,
    subscriptionid: prescriptionOrder.subscription_id,
    orderid: prescriptionOrder.order_id,
    status: facts.status,
    state: {
      kind: state.kind,
      label: toText(content, orderStateLabels[state.kind]),
      text: toText(
        content,
        waitsForLinked(content, snapshot, prescriptionOrder)
          ? sentence("prescriptions.details_checked", {
              name: currentName(snapshot, subscriptionIn(snapshot, prescriptionOrder.subscription_id)),
            })
          : state.text,
      ),
    },
    plannedon: prescriptionOrder.charge_on,
    chargeon: chargeDayOf(snapshot, prescriptionOrder),
    waitsfor,
    amount:
      (prescriptionOrder.status === "scheduled" ? amounts.byPrescriptionOrder.get(prescriptionOrder.id) : undefined) ??
      toDollars(prescriptionOrder.amount_cents),
    shipment: shipmentOf(snapshot, prescriptionOrder),
    actions,
    getnext: amounts.getNext.get(prescriptionOrder.id) ?? null,
    getnextfrom: mayComeLater ? earliestOrderDay(facts) : null,
    nextafter:
      prescriptionOrder.status === "scheduled" && chargesRun
        ? nextCycleDay(prescriptionOrder.charge_on, days_supply, snapshot.today)
        : null,
    gap:
      actions.includes("skip") || actions.includes("cancel") ? gapWithout(content, snapshot, prescriptionOrder) : null,
    unskip: actions.includes("unskip") ? presentUnskip(content, snapshot, prescriptionOrder) : null,
    move: actions.includes("move") ? moveOffer(content, snapshot, prescriptionOrder) : null,
    reorder: amounts.reorder.get(prescriptionOrder.id) ?? null,
  };
}

const presentUnskip = (
  content: Content,
  snapshot: TreatmentSnapshot,
  skipped: PrescriptionOrderRow,
): NonNullable<PrescriptionOrder["unskip"]> => ({
  names: backTogether(content, snapshot, skipped).map(({ subscription_id }) =>
    currentName(snapshot, subscriptionIn(snapshot, subscription_id)),
  ),
  chargeon: chargeDayAfterAll(skipped.charge_on, snapshot.today),
});

/** The day it is or was charged; null while charges are suspended. */
function chargeDayOf(snapshot: TreatmentSnapshot, order: PrescriptionOrderRow): string | null {
  const day = nextChargeDay(order);
  return order.status === "scheduled" && orderStoppedBy(snapshot, order) !== null ? null : day;
}

const shipmentOf = ({ shipments }: TreatmentSnapshot, { order_id }: PrescriptionOrderRow) =>
  (order_id === null ? undefined : shipments.get(order_id)) ?? null;

function orderStateOf(snapshot: TreatmentSnapshot, order: PrescriptionOrderRow): DecidedOrderState {
  const facts = prescriptionOrderFacts(snapshot, order);
  return prescriptionOrderState({
    status: facts.status,
    order: facts.order,
    approved: order.order_id !== null && snapshot.approved.has(order.order_id),
    waitsfor: waitsFor(facts),
    chargeon: chargeDayOf(snapshot, order),
    shipment: shipmentOf(snapshot, order),
    timezone: snapshot.timezone,
  });
}

function presentSubscription(
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
  { amounts, charges }: Upcoming,
): Omit<Subscription, "prescriptionorders"> {
  const facts = subscriptionFacts(content, snapshot, row);
  const actions = subscriptionActions(facts);
  const prescriptionOrder = scheduledPrescriptionOrder(snapshot, row.id);
  const pauseuntil =
    actions.includes("pause") && prescriptionOrder
      ? pauseEndDays(row.charge_on_before_pause ?? prescriptionOrder.charge_on, snapshot.today)
      : [];
  const prescribed = snapshot.prescribed.get(row.product_id);
  const onhold = prescribed?.onHold ?? false;
  const refillsLeft = prescribed === undefined ? null : refillsLeftOf(snapshot, row);
  const isOrderHeldBack = prescriptionOrder !== undefined && prescriptionOrder.held_back_from !== null;
  const stoppedBy = prescriptionOrder ? orderStoppedBy(snapshot, prescriptionOrder) : chargeStoppedBy(snapshot, null);
  const chargesStopped = isOrderHeldBack || stoppedBy !== null;
  const nextchargeon =
    prescriptionOrder && subscriptionStates.charged.has(row.status) && !chargesStopped
      ? nextChargeDay(prescriptionOrder)
      : null;
  const cancelledOn = row.cancelled_at && dayIn(snapshot.timezone, row.cancelled_at);
  const own = snapshot.prescriptionOrders.filter(({ subscription_id }) => subscription_id === row.id);
  const states = own.map((order) => orderStateOf(snapshot, order));
  const charge = charges.find(({ items }) => items.some(({ subscriptionid }) => subscriptionid === row.id));
  const owed = prescriptionOrder && amounts.byPrescriptionOrder.get(prescriptionOrder.id);
  const state = subscriptionState({
    status: facts.status,
    newest: states[0]?.kind ?? null,
    next: prescriptionOrder ? orderStateOf(snapshot, prescriptionOrder) : null,
    nextChargeOn: nextchargeon,
    startsOn: startDay(content, snapshot, row),
    inTreatment: isInTreatment(snapshot, row.id),
    isHeldBack: isOrderHeldBack,
    isDiscontinued: row.discontinued_on !== null,
    chargesStoppedBy: stoppedBy,
    onHold: onhold,
    rest: snapshot.rests.get(row.product_id) ?? null,
    refillsLeft,
    actions,
    canReorder: own.some((order) => offeredActions(content, snapshot, order).includes("reorder")),
    pausedUntil: row.paused_until,
    cancelledOn,
    sum: formatCents(toCents(charge?.amount ?? owed ?? toDollars(row.price_cents))),
    isOnItsWay: states.some(({ kind }) => kind === "being_prepared" || kind === "on_its_way"),
  });
  return {
    id: row.id,
    status: facts.status,
    statustext: toText(content, state.inShort),
    state: {
      label: toText(content, state.label),
      title: toText(content, state.title),
      lines: state.lines.map((line) => toText(content, line)),
      refills: state.refills === null ? "" : toText(content, state.refills),
      manage: toText(content, state.manage),
    },
    item: currentItem(content, snapshot, row),
    usednow: usedNow(content, snapshot, row),
    pricingid: row.pricing_id,
    quantity: row.quantity,
    price: toDollars(row.price_cents),
    dayssupply: row.days_supply,
    onhold,
    misfiled: prescribed?.isReported ? "reported" : null,
    reportable: prescribed !== undefined && !prescribed.isReported,
    onhanduntil: onhold || snapshot.stoppedProducts.has(row.product_id) ? null : lastsUntil(snapshot, row),
    sharesparcelwith: withParcelCompanions(content, snapshot, [row])
      .filter(({ id }) => id !== row.id)
      .map((other) => currentName(snapshot, other)),
    startson: startDay(content, snapshot, row),
    startedat: (row.started_at ?? row.created_at).toISOString(),
    nextchargeon,
    pauseduntil: row.status === "paused" ? row.paused_until : null,
    pauseuntil,
    pausegaps: gapsOfPauses(content, snapshot, row, pauseuntil),
    cancelgap: actions.includes("cancel") ? gapAfterCancelling(content, snapshot, row) : null,
    resumeon:
      actions.includes("resume") && snapshot.chargesStoppedBy === null
        ? chargeDayIfResumed(content, snapshot, row)
        : null,
    cancelledat: row.cancelled_at?.toISOString() ?? null,
    restart: restartOffer(content, snapshot, row),
    restartobstacle:
      row.status === "cancelled" && facts.restartObstacle !== null ? toText(content, facts.restartObstacle) : null,
    refillsleft: refillsLeft,
    canceloffer: actions.includes("preventcancel") ? facts.cancelOffer : null,
    warning: actions.includes("cancel") ? missingCompanionWarning(content, snapshot, [row.id]) : null,
    actions,
  };
}

/** The day the doctor wants the patient to begin with what a subscription ships; null without one, and once it has come. */
function startDay(content: Content, snapshot: TreatmentSnapshot, row: SubscriptionRow): string | null {
  const { orderable_from, status } = row;
  if (status === "cancelled") return null;
  const planned = orderable_from === null ? null : addDays(orderable_from, content.shipping.leaddays);
  // What it replaces is used until then: that is said instead.
  const named = usedToday(snapshot, row) === null ? snapshot.prescribed.get(row.product_id)?.beginsOn : null;
  const day = planned ?? named ?? null;
  return day !== null && day > snapshot.patientToday ? day : null;
}

/** What the patient uses today where that isn't what the subscription ships: a doctor's change hasn't begun. */
function usedNow(
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): z.output<typeof PlanItem> | null {
  const inUse = usedToday(snapshot, row);
  return inUse === null || inUse.productId === row.product_id || inUse.onHold
    ? null
    : planItem(content, inUse.productId, directionsToday(content, snapshot, inUse.productId, inUse.directions));
}

/** How a medicine is used today and from later days on, after a break the doctor wants: whoever reads the one reads the other. */
function directionsToday(
  content: Content,
  { rests, prescribed }: TreatmentSnapshot,
  productId: string,
  written: string | null,
): string | null {
  const rest = rests.get(productId);
  const directions = scheduleText(content, written, prescribed.get(productId)?.planned);
  if (!rest) return directions;
  const used = directions ?? productById(content, productId)?.howtouse ?? "";
  return `${toText(content, restSentence(rest))} ${used}`.trim();
}

/** What a subscription ships, as it was ordered or changed. */
function currentItem(content: Content, snapshot: TreatmentSnapshot, row: SubscriptionRow): z.output<typeof PlanItem> {
  const line = currentLine(snapshot, row);
  const directions = snapshot.prescribed.get(row.product_id)?.directions ?? null;
  const item = planItem(content, row.product_id, directionsToday(content, snapshot, row.product_id, directions));
  return line
    ? { ...item, name: line.name, dosage: line.dosage, image: line.image, prescription: line.prescription }
    : item;
}

/** An item of the plan an order started, with the doctor's changes since. */
export function planItemAfterChange(
  content: Content,
  snapshot: TreatmentSnapshot,
  orderId: string | null,
  item: z.output<typeof PlanItem>,
): Treatment["plan"]["items"][number] {
  const line = snapshot.sourceLines.find((each) => each.order_id === orderId && each.product_id === item.productid);
  const row = snapshot.subscriptions.find((each) => each.order_id === orderId && each.order_line === line?.line);
  const startson = row ? startDay(content, snapshot, row) : null;
  return row && snapshot.changed.has(row.id)
    ? { ...currentItem(content, snapshot, row), fromnextorder: !hasLeft(snapshot, row.id, row.product_id), startson }
    : {
        ...item,
        directions: directionsToday(content, snapshot, item.productid, item.directions),
        fromnextorder: false,
        startson,
      };
}

/** Whether any of this product has left the pharmacy for this subscription. */
const hasLeft = (snapshot: TreatmentSnapshot, subscriptionId: string, productId: string): boolean =>
  snapshot.prescriptionOrders.some(
    (prescriptionOrder) =>
      prescriptionOrder.subscription_id === subscriptionId &&
      prescriptionOrder.product_id === productId &&
      ["shipped", "delivered"].includes(prescriptionOrderProgress(snapshot, prescriptionOrder)),
  );

/** A product of the catalogue as an item of a plan; one the catalogue no longer has keeps its id as its name. */
export function planItem(content: Content, productId: string, directions: string | null): z.output<typeof PlanItem> {
  const product = productById(content, productId);
  return {
    productid: productId,
    name: product?.name ?? productId,
    dosage: product?.strength ?? "",
    image: product?.picture ?? "",
    prescription: product?.prescription ?? false,
    directions,
  };
}
