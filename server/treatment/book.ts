import { dayIn } from "#contract/formats.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import {
  defaultAddressRow,
  eventRows,
  lineRows,
  type LineRow,
  orderRows,
  type OrderStatus,
  productById,
  type WaitingDiscount,
  waitingDiscount,
  waitingDiscountRows,
} from "#server/store/public.ts";
import { readTogether, type RowsOf } from "#server/platform/database/read-together.ts";
import { type ChargesWait, stoppingDisputes, waitFor } from "#server/payment/public.ts";
import { type DispensedBox, dispensedBoxes, earliestFill, isAtPharmacy } from "#server/prescriptions/public.ts";
import { changedLineRows, type SuppliedLine } from "./changed-line.ts";
import { presentShipments, shipmentRows, type shipmentsOf } from "./shipments.ts";
import { supplyStatus } from "./supply-status.ts";
import { subscriptionReads, type SubscriptionRow, type SupplyRow } from "./supply-queries.ts";
import type { SupplyFacts } from "./supply-rules.ts";

/** What her prescriptions say of a product. */
export interface PrescribedItem {
  readonly prescriptionId: string;
  readonly directions: string | null;
  /** Zero also while it is withheld. */
  readonly refillsLeft: number;
  /** Something she told since speaks against it. */
  readonly withheld: boolean;
  /** The doctor was asked to renew it and has not answered. */
  readonly renewalAsked: boolean;
}

/** Her prescriptions by product. */
export type Prescribed = ReadonlyMap<string, PrescribedItem>;

/** All subscriptions of a patient with what is known of their supplies: what screens show and actions decide on. */
export interface Book {
  readonly today: string;
  /** Of the practice: whose days these are. */
  readonly timezone: string;
  readonly subscriptions: readonly SubscriptionRow[];
  /** Newest first. */
  readonly supplies: readonly SupplyRow[];
  /** Those that bring supplies. */
  readonly orders: ReadonlyMap<string, OrderStatus>;
  /** Of all orders, by order. */
  readonly shipments: Awaited<ReturnType<typeof shipmentsOf>>;
  /** The lines of the orders that began the subscriptions, and of those of their supplies. */
  readonly sold: readonly LineRow[];
  /** Orders of subscriptions that have not begun, and that her doctor approved: their money is being taken. */
  readonly approved: ReadonlySet<string>;
  /** What a doctor's change made of a subscription, by its id. */
  readonly changed: ReadonlyMap<string, SuppliedLine>;
  readonly prescribed: Prescribed;
  /** Whose word all charges wait for that nobody presses for, where a payment is disputed. */
  readonly chargesWaitFor: ChargesWait;
  /** What was dispensed, or is about to be, by product. */
  readonly boxes: ReadonlyMap<string, readonly DispensedBox[]>;
  /** The state orders go to: that of the default address, or where the last one went. */
  readonly shipState: string;
  /** The discounts that wait for the next orders, earliest first. */
  readonly discounts: readonly WaitingDiscount[];
}

/** What a book is opened with, in one query. */
export const bookReads = (db: Database, patientId: string) => {
  const orders = db.selectFrom("customer_order").select("id").where("patient_id", "=", patientId);
  const { subscriptions, supplies } = subscriptionReads(db, patientId);
  const pending = subscriptions.clearSelect().clearOrderBy().select("order_id as id").where("status", "=", "pending");
  return {
    subscriptions,
    supplies,
    orders: orderRows(db, patientId).clearSelect().select(["id", "status", "placed_at", "ship_state"]),
    lines: lineRows(db, orders),
    shipments: shipmentRows(db, orders),
    changedLines: changedLineRows(db, patientId),
    events: eventRows(db, pending).where("event", "=", "approved"),
    disputes: stoppingDisputes(db, patientId),
    address: defaultAddressRow(db, patientId),
    discounts: waitingDiscountRows(db, patientId),
  };
};

type BookRows = RowsOf<ReturnType<typeof bookReads>>;

const readBook = readTogether(bookReads);

/** Opens the book of a patient in one query. */
export const openBook = async (
  { db, content, clock }: Pick<Services, "content" | "clock"> & { readonly db: Database },
  patientId: string,
  prescribed: Prescribed,
): Promise<Book> => bookOf({ content, clock }, await readBook(db, patientId), prescribed);

/** The book of these rows, and others of the same patient. */
export function bookOf(
  { content, clock }: Pick<Services, "content" | "clock">,
  rows: BookRows,
  prescribed: Prescribed,
): Book {
  const { subscriptions, supplies } = rows;
  const { timezone } = content.brand;
  const bringing = new Set(supplies.flatMap(({ order_id }) => order_id ?? []));
  const began = subscriptions.map(({ order_id }) => order_id);
  const sold = new Set(began.length === 0 ? [] : [...began, ...bringing]);
  const pending = new Set(subscriptions.flatMap(({ status, order_id }) => (status === "pending" ? order_id : [])));
  const approved = rows.events.filter(({ order_id, event }) => event === "approved" && pending.has(order_id));
  return {
    today: dayIn(timezone, clock.now()),
    timezone,
    subscriptions,
    supplies,
    orders: new Map(
      rows.orders.flatMap(({ id, status }) => (bringing.has(id) ? [[id, status as OrderStatus] as const] : [])),
    ),
    shipments: presentShipments(rows.shipments),
    sold: rows.lines.filter(({ order_id }) => sold.has(order_id)),
    changed: new Map(rows.changedLines.map(({ subscription_id, ...line }) => [subscription_id, line])),
    approved: new Set(approved.map(({ order_id }) => order_id)),
    prescribed,
    chargesWaitFor: waitFor(rows.disputes),
    boxes: dispensedBoxes({ ...rows, orders: rows.orders.toReversed() }, timezone),
    shipState: rows.address[0]?.state ?? rows.orders[0]?.ship_state ?? "",
    discounts: rows.discounts.map(waitingDiscount),
  };
}

export const subscriptionIn = (book: Book, id: string): SubscriptionRow => {
  const found = book.subscriptions.find((each) => each.id === id);
  if (!found) throw new Error(`No subscription ${id}`);
  return found;
};

/** What a subscription supplies: what its doctor changed it to, else the line of the order it began with. */
export const soldLine = (
  book: Book,
  { id, order_id, product_id }: SubscriptionRow,
): SuppliedLine | LineRow | undefined =>
  book.changed.get(id) ?? book.sold.find((line) => line.order_id === order_id && line.product_id === product_id);

/** What a subscription supplies, by the name it was sold under. */
export const soldName = (book: Book, row: SubscriptionRow): string => soldLine(book, row)?.name ?? row.product_id;

/** The supply that is charged next, where one is planned. */
export const scheduledSupply = (book: Book, subscriptionId: string): SupplyRow | undefined =>
  book.supplies.find((supply) => supply.subscription_id === subscriptionId && supply.status === "scheduled");

export const statusIn = (book: Book, supply: SupplyRow) =>
  supplyStatus(supply, supply.order_id === null ? undefined : book.orders.get(supply.order_id));

/** Fills left of what a subscription supplies; null where no prescription is needed. */
export const refillsIn = (book: Book, subscription: SubscriptionRow): number | null =>
  soldLine(book, subscription)?.prescription ? (book.prescribed.get(subscription.product_id)?.refillsLeft ?? 0) : null;

/** What the rules of a supply look at. */
export function factsOf(book: Book, supply: SupplyRow): SupplyFacts {
  const subscription = subscriptionIn(book, supply.subscription_id);
  const siblings = book.supplies.filter(({ subscription_id }) => subscription_id === subscription.id);
  const planned = siblings.find(({ status }) => status === "scheduled");
  const boxes = boxesOf(book, subscription);
  return {
    today: book.today,
    status: statusIn(book, supply),
    subscription: subscription.status as SupplyFacts["subscription"],
    planned: planned?.charge_on ?? null,
    held: supply.held_on !== null,
    chargesWaitFor: book.chargesWaitFor,
    stopped: subscription.stopped_on !== null,
    ended: (soldLine(book, subscription)?.prescription ?? false) && !book.prescribed.has(subscription.product_id),
    newest: siblings.find(({ order_id }) => order_id !== null)?.id === supply.id,
    order: supply.order_id === null ? null : (book.orders.get(supply.order_id) ?? null),
    fillFrom: earliestFill(boxes, book.today),
    atPharmacy: isAtPharmacy(boxes),
  };
}

/**
 * The boxes the next one of a subscription follows: all of what it brings now or brought before a doctor changed it, whatever way they were
 * ordered. Of what needs no prescription, only its own: what is bought besides is nobody's business.
 */
export function boxesOf(book: Book, { id, product_id, ...row }: SubscriptionRow): readonly DispensedBox[] {
  const own = book.supplies.filter(({ subscription_id, order_id }) => subscription_id === id && order_id !== null);
  const products = [...new Set([product_id, ...own.flatMap((supply) => supply.product_id ?? [])])];
  const boxes = products.flatMap((productId) => book.boxes.get(productId) ?? []);
  if (soldLine(book, { id, product_id, ...row })?.prescription ?? true) return boxes;
  return boxes.filter(({ orderId }) => own.some(({ order_id }) => order_id === orderId));
}

/** What a subscription costs a unit now, in cents: the price agreed, or today's where that is lower. */
export function unitPriceNow(
  content: Services["content"],
  { product_id, pricing_id, price_cents, quantity }: SubscriptionRow,
): number {
  const pricing = productById(content, product_id)?.pricings.find(({ pricingid }) => pricingid === pricing_id);
  return Math.min(price_cents / quantity, pricing?.pricecents ?? Number.POSITIVE_INFINITY);
}
