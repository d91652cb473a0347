import { sql } from "kysely";
import type { Content } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { defaultShipStateRow } from "#server/addresses/public.ts";
import { patientTimezone } from "#server/auth/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { type AvailableDiscount, toAvailableDiscount, availableDiscountRows } from "#server/discounts/public.ts";
import { orderEventRows, lineRows, type LineRow, orderRows, type OrderStatus } from "#server/orders/public.ts";
import { careEndsOn, type ChargesStoppedBy, stoppingDisputes, chargesStoppedBy } from "#server/payment/public.ts";
import { linkRows } from "#server/persons/public.ts";
import { earlierDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { readInOneStatement, type RowsOf } from "#server/platform/database/read-together.ts";
import type { Services } from "#server/platform/services.ts";
import type { PrescribedItems } from "#server/prescriptions/public.ts";
import {
  type DispensedBox,
  type MedicineInUse,
  medicineInUse,
  dispensedBoxes,
  orderFillRows,
  phaseRows,
  type OpenRest,
  openRests,
  restRows,
  lossRows,
  parcelRows,
  earliestFill,
  isAtPharmacy,
  mayComeEarly,
  stoppedPrescriptionsQuery,
} from "#server/prescriptions/public.ts";
import { chargeDayWhenNotified, nextChargeDay } from "../charge-days.ts";
import { presentShipments, type loadShipments } from "../load-shipments.ts";
import { subscriptionQueries, type SubscriptionRow, type PrescriptionOrderRow } from "../queries.ts";
import { type PrescriptionOrderFacts, prescriptionOrderObstacle, progressOf } from "./prescription-order-actions.ts";
import { changedSubscriptionLineRows, type SubscriptionLine } from "./subscription-line.ts";

/** All subscriptions of a patient with their prescription orders: what screens show and actions decide on. */
export interface TreatmentSnapshot {
  /** The practice's day: what is planned and counted goes by it. */
  readonly today: string;
  readonly practiceTimezone: string;
  /** Where the patient is: what happened, and what happens today, is told by it. */
  readonly timezone: string;
  readonly patientToday: string;
  readonly subscriptions: readonly SubscriptionRow[];
  /** Newest first. */
  readonly prescriptionOrders: readonly PrescriptionOrderRow[];
  /** Statuses of the orders that pay for prescription orders. */
  readonly orders: ReadonlyMap<string, OrderStatus>;
  /** Shipments of all orders, by order. */
  readonly shipments: Awaited<ReturnType<typeof loadShipments>>;
  /** The lines of the orders that started the subscriptions and of those that pay for their prescription orders. */
  readonly sourceLines: readonly LineRow[];
  /** Orders of pending subscriptions that the doctor approved: their payment is being captured. */
  readonly approved: ReadonlySet<string>;
  /** What a subscription ships after a doctor's treatment change, by subscription id. */
  readonly changed: ReadonlyMap<string, SubscriptionLine>;
  readonly prescribed: PrescribedItems;
  /** What the patient has to combine; all the content's requirements until `withOwnFacts` has asked for theirs. */
  readonly requirements: Content["requirements"];
  /** Products a doctor stopped and nobody has prescribed since. */
  readonly stoppedProducts: ReadonlySet<string>;
  /** Who has to act before automatic charges continue, while a payment is disputed. */
  readonly chargesStoppedBy: ChargesStoppedBy;
  /** The first day without care, where the practice has given notice: nothing is charged from then on. */
  readonly careEndsOn: string | null;
  /** What was dispensed, or is about to be, by product. */
  readonly boxes: ReadonlyMap<string, readonly DispensedBox[]>;
  /** The same person has another record. */
  readonly isLinked: boolean;
  /** What that one has dispensed, by product; nothing until `withOwnFacts` has asked for it. */
  readonly linkedBoxes: ReadonlyMap<string, readonly DispensedBox[]>;
  /** By product: a prescriber lets it rest, now or later. */
  readonly rests: ReadonlyMap<string, OpenRest>;
  /** When the patient last gave the answers that medicine is prescribed on, or confirmed them in a review that a doctor has read; null: never. */
  readonly answeredAt: Date | null;
  /** The state orders go to: that of the default address, or where the last one went. */
  readonly shipState: string;
  /** The discounts available for the next orders, earliest first. */
  readonly discounts: readonly AvailableDiscount[];
}

/** The queries of a treatment snapshot; they run as one statement. */
export const treatmentSnapshotQueries = (db: Database, patientId: string) => {
  const orders = db.selectFrom("customer_order").select("id").where("patient_id", "=", patientId);
  const { subscriptions, prescriptionOrders } = subscriptionQueries(db, patientId);
  const pending = subscriptions.clearSelect().clearOrderBy().select("order_id as id").where("status", "=", "pending");
  return {
    patient: db.selectFrom("patient").select(["state", "timezone"]).where("id", "=", patientId),
    subscriptions,
    prescriptionOrders,
    orders: orderRows(db, patientId).clearSelect().select(["id", "status", "placed_at", "shipping_state"]),
    lines: lineRows(db, orders),
    shipments: parcelRows(db, orders),
    fills: orderFillRows(db, orders),
    phases: phaseRows(db, patientId),
    rests: restRows(db, patientId),
    losses: lossRows(db, patientId),
    changedLines: changedSubscriptionLineRows(db, patientId),
    events: orderEventRows(db, pending).where("event", "=", "approved"),
    disputes: stoppingDisputes(db, patientId),
    address: defaultShipStateRow(db, patientId),
    discounts: availableDiscountRows(db, patientId),
    stoppedPrescriptions: stoppedPrescriptionsQuery(db, patientId),
    links: linkRows(db, patientId),
    answers: answersGivenRow(db, patientId),
  };
};

const answersGivenRow = (db: Database, patientId: string) =>
  db
    .selectFrom("patient")
    .select(
      sql<Date | null>`greatest(
        (select max(submitted_at) from care_case where care_case.patient_id = patient.id),
        (select max(completed_at) from followup
          where followup.patient_id = patient.id and doctor_id is not null and closed_at is not null))`.as(
        "answered_at",
      ),
    )
    .where("patient.id", "=", patientId);

type TreatmentSnapshotRows = RowsOf<ReturnType<typeof treatmentSnapshotQueries>>;

const readTreatmentSnapshotRows = readInOneStatement(treatmentSnapshotQueries);

/** Loads a patient's treatment snapshot in one query. */
export const loadTreatmentSnapshot = async (
  { db, content, clock }: Pick<Services, "content" | "clock"> & { readonly db: Database },
  patientId: string,
  prescribed: PrescribedItems,
): Promise<TreatmentSnapshot> =>
  treatmentSnapshotFrom({ content, clock }, await readTreatmentSnapshotRows(db, patientId), prescribed);

/** Builds the snapshot from its rows; they may include other rows of the same patient. */
export function treatmentSnapshotFrom(
  { content, clock }: Pick<Services, "content" | "clock">,
  rows: TreatmentSnapshotRows,
  prescribed: PrescribedItems,
): TreatmentSnapshot {
  const { subscriptions, prescriptionOrders } = rows;
  const { timezone: practiceTimezone } = content.brand;
  const timezone = patientTimezone(content, rows.patient[0] ?? { state: null, timezone: null });
  const prescriptionOrderOrderIds = new Set(prescriptionOrders.flatMap(({ order_id }) => order_id ?? []));
  const startOrderIds = subscriptions.map(({ order_id }) => order_id);
  const lineOrderIds = new Set(startOrderIds.length === 0 ? [] : [...startOrderIds, ...prescriptionOrderOrderIds]);
  const pending = new Set(subscriptions.flatMap(({ status, order_id }) => (status === "pending" ? order_id : [])));
  const approved = rows.events.filter(({ order_id, event }) => event === "approved" && pending.has(order_id));
  const today = dayIn(practiceTimezone, clock.now());
  const [stoppedBy, endsOn] = [chargesStoppedBy(rows.disputes), careEndsOn(rows.disputes)];
  const hasCareEnded = endsOn !== null && endsOn <= today;
  return {
    today,
    practiceTimezone,
    timezone,
    patientToday: dayIn(timezone, clock.now()),
    stoppedProducts: new Set(
      rows.stoppedPrescriptions.map(({ product_id }) => product_id).filter((id) => !prescribed.has(id)),
    ),
    subscriptions,
    prescriptionOrders,
    orders: new Map(
      rows.orders.flatMap(({ id, status }) => (prescriptionOrderOrderIds.has(id) ? [[id, status] as const] : [])),
    ),
    shipments: presentShipments(rows.shipments),
    sourceLines: rows.lines.filter(({ order_id }) => lineOrderIds.has(order_id)),
    changed: new Map(rows.changedLines.map(({ subscription_id, ...line }) => [subscription_id, line])),
    approved: new Set(approved.map(({ order_id }) => order_id)),
    prescribed,
    requirements: content.requirements,
    chargesStoppedBy: hasCareEnded && stoppedBy !== "report" ? "ending" : stoppedBy,
    careEndsOn: endsOn,
    boxes: dispensedBoxes(
      {
        ...rows,
        orders: rows.orders.toReversed(),
        begun: prescriptionOrders.filter(({ begins, order_id }) => begins !== null && order_id !== null),
      },
      practiceTimezone,
    ),
    isLinked: rows.links.length > 0,
    linkedBoxes: new Map(),
    rests: openRests(rows.rests, today),
    answeredAt: rows.answers[0]?.answered_at ?? null,
    shipState: rows.address[0]?.state ?? rows.orders[0]?.shipping_state ?? "",
    discounts: rows.discounts.map(toAvailableDiscount),
  };
}

/** Who has to act before a charge of this day is made: nobody may where the patient's care has ended by then. */
export const chargeStoppedBy = (
  { chargesStoppedBy, careEndsOn }: Pick<TreatmentSnapshot, "chargesStoppedBy" | "careEndsOn">,
  day: string | null,
): ChargesStoppedBy => chargesStoppedBy ?? (careEndsOn !== null && day !== null && day >= careEndsOn ? "ending" : null);

/** Who has to act before a prescription order is charged. One that the patient wasn't notified of comes no sooner than the notice of it allows. */
export const orderStoppedBy = (
  snapshot: Pick<TreatmentSnapshot, "chargesStoppedBy" | "careEndsOn" | "today">,
  order: Pick<PrescriptionOrderRow, "charge_on" | "failed_on" | "retry_on" | "reminded_on">,
): ChargesStoppedBy =>
  chargeStoppedBy(
    snapshot,
    order.failed_on === null && order.reminded_on === null
      ? chargeDayWhenNotified(order.charge_on, snapshot.today)
      : nextChargeDay(order),
  );

export const subscriptionIn = (snapshot: TreatmentSnapshot, id: string): SubscriptionRow => {
  const found = snapshot.subscriptions.find((each) => each.id === id);
  if (!found) throw new Error(`No subscription ${id}`);
  return found;
};

/** What a subscription ships: the doctor's latest change, else the line of the order it started with. */
export const currentLine = (
  snapshot: TreatmentSnapshot,
  { id, order_id, product_id }: SubscriptionRow,
): SubscriptionLine | LineRow | undefined =>
  snapshot.changed.get(id) ??
  snapshot.sourceLines.find((line) => line.order_id === order_id && line.product_id === product_id);

/** The name of what a subscription ships, as it was ordered or changed. */
export const currentName = (snapshot: TreatmentSnapshot, row: SubscriptionRow): string =>
  currentLine(snapshot, row)?.name ?? row.product_id;

/** The prescription order that is charged next, if one is scheduled. */
export const scheduledPrescriptionOrder = (
  snapshot: TreatmentSnapshot,
  subscriptionId: string,
): PrescriptionOrderRow | undefined =>
  snapshot.prescriptionOrders.find(
    (prescriptionOrder) =>
      prescriptionOrder.subscription_id === subscriptionId && prescriptionOrder.status === "scheduled",
  );

export const prescriptionOrderProgress = (snapshot: TreatmentSnapshot, prescriptionOrder: PrescriptionOrderRow) =>
  progressOf(
    prescriptionOrder,
    prescriptionOrder.order_id === null ? undefined : snapshot.orders.get(prescriptionOrder.order_id),
  );

/** Refills left of what a subscription ships; null where no prescription is needed. */
export const refillsLeftOf = (snapshot: TreatmentSnapshot, subscription: SubscriptionRow): number | null =>
  currentLine(snapshot, subscription)?.prescription
    ? (snapshot.prescribed.get(subscription.product_id)?.refillsLeft ?? 0)
    : null;

/** What was planned when a prescription order was skipped, where nothing was done with it since but waiting for its day; null otherwise. */
export function plannedAfterSkip(
  snapshot: TreatmentSnapshot,
  { subscription_id, status, period, amount_cents }: PrescriptionOrderRow,
): PrescriptionOrderRow | null {
  if (status !== "skipped") return null;
  const later = snapshot.prescriptionOrders.filter(
    (each) => each.subscription_id === subscription_id && each.period > period,
  );
  const [next] = later;
  // A change of the treatment has another price, which the patient was told of for that one.
  const isAsItWas = next?.order_attempts === 0 && next.begins === null && next.amount_cents === amount_cents;
  return later.length === 1 && isAsItWas ? next : null;
}

/** The facts the rules of a prescription order decide on. */
export function prescriptionOrderFacts(
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): PrescriptionOrderFacts {
  const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const siblings = snapshot.prescriptionOrders.filter(({ subscription_id }) => subscription_id === subscription.id);
  const planned = siblings.find(({ status }) => status === "scheduled");
  const boxes = boxesOf(snapshot, subscription);
  const early = snapshot.prescribed.get(subscription.product_id)?.earlyFill;
  const comesEarly = mayComeEarly(early, snapshot.boxes.get(subscription.product_id) ?? [], snapshot.today);
  const { begins, begins_on, charge_on } = prescriptionOrder;
  const followsBoxes = begins === null && !comesEarly;
  // What begins on a day comes for that day, however early it could be had.
  const ownFrom = begins_on === null ? null : earlierDay(charge_on, begins_on);
  const fillFrom = followsBoxes ? earliestFill(boxes, snapshot.today) : comesEarly ? null : ownFrom;
  const orderableFrom = subscription.orderable_from;
  const next = plannedAfterSkip(snapshot, prescriptionOrder);
  return {
    today: snapshot.today,
    status: prescriptionOrderProgress(snapshot, prescriptionOrder),
    nextIsPlanned: next !== null && prescriptionOrderObstacle("skip", prescriptionOrderFacts(snapshot, next)) === null,
    subscription: subscription.status,
    planned: planned?.charge_on ?? null,
    isHeldBack: prescriptionOrder.held_back_from !== null,
    chargesStoppedBy: orderStoppedBy(snapshot, prescriptionOrder),
    careEnded: snapshot.chargesStoppedBy === "ending",
    discontinued: subscription.discontinued_on !== null,
    prescriptionEnded:
      (currentLine(snapshot, subscription)?.prescription ?? false) && !snapshot.prescribed.has(subscription.product_id),
    isNewest: siblings.find(({ order_id }) => order_id !== null)?.id === prescriptionOrder.id,
    order: prescriptionOrder.order_id === null ? null : (snapshot.orders.get(prescriptionOrder.order_id) ?? null),
    fillFrom:
      fillFrom !== null && orderableFrom !== null ? laterDay(fillFrom, orderableFrom) : (fillFrom ?? orderableFrom),
    isDoctorsDay: begins !== null,
    atPharmacy: isAtPharmacy(boxes),
  };
}

/**
 * The boxes the next one of a subscription follows: all of the product it ships now or shipped before a doctor's change, however they were
 * ordered. Without a prescription only the subscription's own boxes count: what the patient buys elsewhere is their own business.
 */
export function boxesOf(snapshot: TreatmentSnapshot, subscription: SubscriptionRow): readonly DispensedBox[] {
  const { id, product_id } = subscription;
  const own = snapshot.prescriptionOrders.filter(
    ({ subscription_id, order_id }) => subscription_id === id && order_id !== null,
  );
  const products = [
    ...new Set([product_id, ...own.flatMap((prescriptionOrder) => prescriptionOrder.product_id ?? [])]),
  ];
  const boxes = products.flatMap((productId) => snapshot.boxes.get(productId) ?? []);
  if (currentLine(snapshot, subscription)?.prescription ?? true) return boxes;
  return boxes.filter(({ orderId }) => own.some(({ order_id }) => order_id === orderId));
}

/** What the patient uses today of what a subscription brings, or of what that replaced; null where nothing of it is at home. */
export function usedToday(
  { prescribed, boxes, today }: TreatmentSnapshot,
  { product_id }: Pick<SubscriptionRow, "product_id">,
): MedicineInUse | null {
  const item = prescribed.get(product_id);
  return item === undefined ? null : medicineInUse(product_id, item, boxes, today);
}

/** The current unit price of a subscription in cents: the agreed price, or today's where that is lower. */
export function currentUnitPriceCents(
  content: Services["content"],
  {
    product_id,
    pricing_id,
    price_cents,
    quantity,
  }: Pick<SubscriptionRow, "product_id" | "pricing_id" | "price_cents" | "quantity">,
): number {
  const pricing = productById(content, product_id)?.pricings.find(({ pricingid }) => pricingid === pricing_id);
  return Math.min(price_cents / quantity, pricing?.pricecents ?? Number.POSITIVE_INFINITY);
}

/** Whether anything of a subscription was ever ordered: what a doctor prescribes before that changes no treatment. */
export const isInTreatment = (
  { prescriptionOrders }: Pick<TreatmentSnapshot, "prescriptionOrders">,
  subscriptionId: string,
): boolean =>
  prescriptionOrders.some(({ subscription_id, status }) => subscription_id === subscriptionId && status === "ordered");
