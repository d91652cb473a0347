import { formatList } from "#contract/fields/formats.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Order } from "#contract/orders/orders.ts";
import { discountLabel, quoteDiscountLabel } from "#server/discounts/public.ts";
import { paymentSummariesOf, refundMovementsOf, type PaymentSummary } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { type Ids, isOneOf } from "#server/platform/database/read-together.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { sentence, type SentenceContent, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { orderFillRows, parcelRows } from "#server/prescriptions/public.ts";
import type { OrderStatus } from "../order-status.ts";
import { linesOf, orderRows, ordersById, type LineRow, type OrderRow } from "../orders.ts";
import type { Quote } from "../pricing/quote.ts";
import { openShipTo } from "../shipping-address.ts";
import { type OrderEvent, type OrderRefund, orderTimeline } from "./order-timeline.ts";
import type { ParcelFacts } from "./parcel-steps.ts";

type Deps = Pick<Services, "content" | "db" | "secrets">;
/** What wording and unsealing an order need. */
type PresentDeps = Pick<Deps, "content" | "secrets">;
type Detail = Order["detail"][number];

/** An order as the patient sees it, amounts in dollars; undefined for an unknown id. The caller checks whose order it is. */
export async function presentOrder(services: Deps, orderId: string): Promise<Order | undefined> {
  return (await presentOrdersById(services, [orderId])).get(orderId);
}

/** Orders as patients see them, by id; unknown ids are left out. A fixed number of queries. */
export async function presentOrdersById(parts: Deps, orderIds: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const orders = await presentAll(parts, await ordersById(parts.db, orderIds));
  return new Map(orders.map((order) => [order.id, order]));
}

/** The patient's orders, newest first, without attempts that came to nothing. A fixed number of queries. */
export async function presentPatientOrders(
  services: Deps,
  patientId: string,
  { limit }: { readonly limit: number },
): Promise<Order[]> {
  const rows = await visibleOrderRows(services.db, patientId, limit).execute();
  return presentAll(services, rows);
}

/** The newest orders of a patient, without attempts that came to nothing. */
export const visibleOrderRows = (db: Database, patientId: string, limit: number) =>
  orderRows(db, patientId).where("status", "not in", hiddenStatuses).limit(limit);

/** Statuses of attempts that came to nothing. */
export const hiddenStatuses: readonly OrderStatus[] = orderStates.hidden.list;

async function presentAll(services: Deps, orders: readonly OrderRow[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const { db } = services;
  const ids = orders.map(({ id }) => id);
  const [lines, payments, refunds, events, shipments, fills] = await Promise.all([
    linesOf(db, ids),
    paymentSummariesOf(db, ids),
    refundMovementsOf(db, ids),
    orderEventRows(db, ids).execute(),
    parcelRows(db, ids).execute(),
    orderFillRows(db, ids).execute(),
  ]);
  return presentOrders(services, orders, { lines, payments, refunds, events, shipments, fills });
}

export const orderEventRows = (db: Database, orderIds: Ids) =>
  db.selectFrom("order_event").select(["order_id", "event", "at", "detail"]).where(isOneOf("order_id", orderIds));

/** What presenting orders needs besides their rows. */
export interface OrderRecords {
  readonly lines: readonly LineRow[];
  readonly payments: ReadonlyMap<string, PaymentSummary>;
  readonly refunds: readonly (OrderRefund & { readonly orderId: string })[];
  readonly events: readonly (OrderEvent & { readonly order_id: string })[];
  readonly shipments: ParcelFacts["parcels"];
  readonly fills: ParcelFacts["fills"];
}

/** Orders as the patient sees them. */
export function presentOrders(services: PresentDeps, orders: readonly OrderRow[], records: OrderRecords): Order[] {
  const { lines, payments, refunds, events, shipments, fills } = records;
  return orders.map((order) => {
    const ofOrder = <T extends { readonly order_id: string }>(rows: readonly T[]) =>
      rows.filter(({ order_id }) => order_id === order.id);
    return present(services, order, {
      lines: ofOrder(lines),
      payment: payments.get(order.id),
      refunds: refunds.filter(({ orderId }) => orderId === order.id),
      events: ofOrder(events),
      sent: { lines: ofOrder(lines), parcels: ofOrder(shipments), fills: ofOrder(fills) },
    });
  });
}

interface OrderDetails {
  readonly lines: readonly LineRow[];
  readonly payment: PaymentSummary | undefined;
  readonly refunds: readonly OrderRefund[];
  readonly events: readonly OrderEvent[];
  readonly sent: ParcelFacts;
}

function present(
  { content, secrets }: PresentDeps,
  order: OrderRow,
  { lines, payment, refunds, events, sent }: OrderDetails,
): Order {
  const { address1, address2, city, state, zipcode } = openShipTo(secrets, order);
  return {
    id: order.id,
    ...(order.kind === "upsell" && { upsell: true as const }),
    number: order.number,
    status: order.status === "mismatch" ? "unknown" : order.status,
    placedat: order.placed_at.toISOString(),
    detail: lines.map(presentLine),
    summary: {
      subtotal: toDollars(order.subtotal_cents),
      discount: toDollars(order.discount_cents),
      taxamount: toDollars(order.tax_cents),
      shipping: toDollars(order.shipping_cents),
      totalamount: toDollars(order.total_cents),
      couponid: order.coupon_code,
      discountfrom: discountLabel(content, order.coupon_code, order.discount_source),
    },
    refunded: toDollars(payment?.refundedCents ?? 0),
    card: payment ? { brand: payment.brand, last4: payment.last4 } : null,
    shipto: { address1, address2, city, state, zipcode },
    timeline: orderTimeline(
      content,
      {
        status: order.status,
        manualCapture: payment?.manualCapture ?? false,
        isUpsell: order.kind === "upsell",
        prescription: lines.some((line) => line.prescription),
        cancelledAt: cancelledAt(lines),
        refunds,
        sent,
      },
      events,
    ),
    ...correctionOf(content, sent),
  };
}

/** What was found to be wrong with what was sent, and what the patient is to do with it. A wrong lot in our books changes nothing they have. */
function correctionOf(content: PresentDeps["content"], { lines, fills }: ParcelFacts): Pick<Order, "correction"> {
  const voided = fills.flatMap((fill) =>
    fill.voided_at && fill.void_reason !== "lot" ? [{ ...fill, voidedAt: fill.voided_at }] : [],
  );
  const at = voided
    .map(({ voidedAt }) => voidedAt.toISOString())
    .toSorted()
    .at(-1);
  if (at === undefined) return {};
  const { phone } = content.brand.pharmacy;
  const namesOf = (own: typeof voided) =>
    formatList(lines.filter(({ line }) => own.some((fill) => fill.line === line)).map(({ name }) => name));
  const [missing, wrong] = [
    voided.filter(({ void_reason }) => void_reason === "missing"),
    voided.filter(({ void_reason }) => void_reason !== "missing"),
  ];
  const sentences = [
    ...(wrong.length === 0 ? [] : [sentence("orders.correction_wrong", { items: namesOf(wrong), phone })]),
    ...(missing.length === 0 ? [] : [sentence("orders.correction_missing", { items: namesOf(missing), phone })]),
  ];
  return { correction: { at, text: sentences.map((each) => toText(content, each)).join(" ") } };
}

/** When the last line was cancelled; null while any line is still to be sent. */
function cancelledAt(lines: readonly LineRow[]): Date | null {
  const days = lines.flatMap(({ cancelled_at }) => cancelled_at ?? []);
  return days.length < lines.length ? null : (days.toSorted((one, other) => Number(other) - Number(one))[0] ?? null);
}

const presentLine = (line: LineRow): Detail => {
  const price = line.unit_price_cents * line.quantity;
  return {
    productid: line.product_id,
    pricingid: line.pricing_id,
    name: line.name,
    dosage: line.dosage,
    image: line.image,
    quantity: line.quantity,
    dayssupply: line.days_supply * line.quantity,
    prescription: line.prescription,
    price: toDollars(line.unit_price_cents),
    discount: toDollars(line.discount_cents),
    tax: toDollars(line.tax_cents),
    total: toDollars(price - line.discount_cents + line.tax_cents),
    cancelled: line.cancelled_at !== null,
  };
};

/** A quote in the shape of the tax call. */
export const presentQuote = (
  content: SentenceContent,
  quote: Quote,
): { orderdetail: Detail[]; ordersummary: Order["summary"] } => ({
  orderdetail: quote.lines.map(({ product, pricing, quantity, priceCents, discountCents, taxCents }) => ({
    productid: product.productid,
    pricingid: pricing.pricingid,
    name: product.name,
    dosage: product.strength,
    image: product.picture,
    quantity,
    dayssupply: pricing.dayssupply * quantity,
    prescription: product.prescription,
    price: toDollars(pricing.pricecents),
    discount: toDollars(discountCents),
    tax: toDollars(taxCents),
    total: toDollars(priceCents - discountCents + taxCents),
    cancelled: false,
  })),
  ordersummary: {
    subtotal: toDollars(quote.linesCents),
    discount: toDollars(quote.discountCents),
    taxamount: toDollars(quote.taxCents),
    shipping: toDollars(quote.shippingCents),
    totalamount: toDollars(quote.totalCents),
    couponid: quote.earned?.discount.code ?? quote.couponCode,
    discountfrom: quoteDiscountLabel(content, quote),
  },
});
