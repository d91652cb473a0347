import type { Address } from "#server/addresses/public.ts";
import { whatStopsOrders } from "#server/auth/public.ts";
import { redeemEarnedDiscount } from "#server/discounts/public.ts";
import { createIntent, defaultSource, mayBeChargedAlone } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { productColumns } from "../order-lines.ts";
import type { OrderKind } from "../orders.ts";
import { type Quote, type QuoteLine, usedDiscount } from "../pricing/quote.ts";
import { sealShipTo } from "../shipping-address.ts";
import type { FilledPrescriptions } from "./fill-order.ts";

/** A quoted order with its terms. */
export interface OrderToInsert {
  readonly patientId: string;
  readonly kind: OrderKind;
  readonly quote: Quote;
  readonly address: Address;
  readonly idempotencyKey: string;
  /** What the charge pays for, where that has a period or a decision behind it (`charged-once.ts`). */
  readonly chargeFor: readonly string[];
  readonly capture: "manual" | "automatic";
  readonly termsVersion: string;
  /** The prescriptions its fills were consumed from. */
  readonly fills?: FilledPrescriptions;
  /** The patient is not present when it is charged. */
  readonly offSession: boolean;
}

/**
 * Inserts an order in `authorizing` with its lines, the earned discount it uses, and its charge row for the patient's card on file.
 * Refuses with `no_payment_method`; so does a charge without the patient of a card whose bank won't have that. `bad_request` where somebody says that the
 * patient died, and once the practice has ended their care.
 */
export async function insertOrderRows(
  {
    db,
    clock,
    content,
    gateway,
    secrets,
    refuse,
  }: Pick<TxServices, "db" | "clock" | "content" | "gateway" | "secrets"> & Refuses<"no_payment_method">,
  { patientId, quote, address, ...order }: OrderToInsert,
): Promise<string> {
  // Nobody orders for a patient of whom somebody says that they died: it may be anybody who is signed in.
  const stop = await whatStopsOrders(db, patientId, clinicToday({ content, clock }));
  if (stop !== null)
    throw new Refusal("bad_request", { message: sentence(stop === "death" ? "orders.stopped" : "orders.care_ended") });
  const source = await defaultSource(db, patientId);
  if (!source || (order.offSession && !(await mayBeChargedAlone(db, source)))) throw refuse("no_payment_method");
  const [id, now] = [newId(), clock.now()];
  await db
    .insertInto("customer_order")
    .values({
      id,
      patient_id: patientId,
      kind: order.kind,
      status: "authorizing",
      idempotency_key: order.idempotencyKey,
      subtotal_cents: quote.linesCents,
      discount_cents: quote.discountCents,
      tax_cents: quote.taxCents,
      shipping_cents: quote.shippingCents,
      total_cents: quote.totalCents,
      coupon_code: quote.earned?.discount.code ?? quote.couponCode,
      discount_source: quote.earned?.discount.source ?? null,
      shipping_address_sealed: sealShipTo(secrets, id, address),
      shipping_state: address.state,
      terms_version: order.termsVersion,
      placed_at: now,
      updated_at: now,
    })
    .execute();
  await insertLines(db, id, quote.lines, order.fills);
  if (quote.earned) await redeemEarnedDiscount(db, { ...usedDiscount(quote.earned), orderId: id, now });
  await createIntent(db, {
    orderId: id,
    patientId,
    gateway: gateway.name,
    paymentSourceId: source.id,
    amountCents: quote.totalCents,
    chargeFor: order.chargeFor,
    capture: order.capture,
    offSession: order.offSession,
    now,
  });
  return id;
}

/** Inserts the lines with names, prices and tax of the order, and the prescriptions their fills were consumed from. */
async function insertLines(
  tx: Tx,
  orderId: string,
  lines: readonly QuoteLine[],
  fills: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  await tx
    .insertInto("order_line")
    .values(
      lines.map((line, index) => ({
        ...productColumns(line),
        order_id: orderId,
        line: index + 1,
        quantity: line.quantity,
        unit_price_cents: line.pricing.pricecents,
        discount_cents: line.discountCents,
        tax_cents: line.taxCents,
        prescription_id: fills.get(line.product.productid) ?? null,
      })),
    )
    .execute();
}
