import type { Address } from "#server/addresses/public.ts";
import { redeemEarnedDiscount } from "#server/discounts/public.ts";
import { createIntent, defaultSource, mayBeChargedAlone } from "#server/payment/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { productColumns } from "../order-lines.ts";
import type { OrderKind } from "../orders.ts";
import type { Quote, QuoteLine } from "../pricing/quote.ts";
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
 * Refuses with `no_payment_method`; so does a charge without the patient of a card whose bank won't have that.
 */
export async function insertOrderRows(
  {
    db,
    clock,
    gateway,
    secrets,
    refuse,
  }: Pick<TxServices, "db" | "clock" | "gateway" | "secrets"> & Refuses<"no_payment_method">,
  { patientId, quote, address, ...order }: OrderToInsert,
): Promise<string> {
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
  if (quote.earned) await redeemEarnedDiscount(db, { id: quote.earned.discount.id, orderId: id, now });
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
