import { sql } from "kysely";
import { toDollars } from "#contract/shapes.ts";
import { transact, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { createIntent, defaultSource } from "#server/payment/public.ts";
import type { Line } from "./catalogue.ts";
import { claimCoupon } from "./coupons.ts";
import { hasOpenOrder, insertLines, liveOnboardingOrder, orderByKey, type OrderKind } from "./orders.ts";
import { quoteWithCoupon } from "./quote-order.ts";
import { sealShipTo } from "./ship-to.ts";
import { addressById, defaultShipping, isServed, type Address } from "./shipping.ts";

export interface OrderRequest {
  readonly patientId: string;
  readonly kind: OrderKind;
  readonly lines: readonly Line[];
  readonly couponCode: string | null;
  /** One of her addresses; null is her default one. */
  readonly shippingId: string | null;
  /** The total she saw; null when she was shown none. */
  readonly expectedTotalCents: number | null;
  readonly idempotencyKey: string;
  readonly capture: "manual" | "automatic";
  /** What she agreed to. */
  readonly termsVersion: string;
}

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets" | "gateway">;

/**
 * The order of this request: the one its key made before, or her live onboarding order, or a new one in `authorizing` with
 * its lines, coupon use and charge row, all or nothing. While another attempt of the kind is open: `payment_pending`.
 */
export function openOrder(parts: Parts, request: OrderRequest): Promise<string> {
  return transact(parts.db, async (tx) => {
    const { patientId, kind } = request;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${patientId}`}, 0))`.execute(tx);
    const same = await orderByKey(tx, patientId, request.idempotencyKey);
    if (same) return same.id;
    if (await hasOpenOrder(tx, patientId, kind)) throw new Refusal("payment_pending");
    const placed = kind === "onboarding" ? await liveOnboardingOrder(tx, patientId) : undefined;
    if (placed) return placed.id;
    return insertOrder(tx, parts, request);
  });
}

async function insertOrder(tx: Tx, parts: Parts, request: OrderRequest): Promise<string> {
  const { patientId, lines, couponCode, expectedTotalCents } = request;
  const now = parts.clock.now();
  const inTx = { ...parts, db: tx };
  const address = await shipTo(inTx, request);
  const { quote, coupon } = await quoteWithCoupon(inTx, { patientId, lines, couponCode, shipState: address.state });
  if (expectedTotalCents !== null && quote.totalCents > expectedTotalCents) {
    throw new Refusal("price_changed", { details: { totalamount: toDollars(quote.totalCents) } });
  }
  const source = await defaultSource(tx, patientId);
  if (!source) throw new Refusal("no_payment_method");
  const id = newId();
  await tx
    .insertInto("customer_order")
    .values({
      id,
      patient_id: patientId,
      kind: request.kind,
      status: "authorizing",
      idempotency_key: request.idempotencyKey,
      lines_cents: quote.linesCents,
      discount_cents: quote.discountCents,
      tax_cents: quote.taxCents,
      shipping_cents: quote.shippingCents,
      total_cents: quote.totalCents,
      coupon_code: quote.couponCode,
      shipping_sealed: sealShipTo(parts.secrets, id, address),
      ship_state: address.state,
      terms_version: request.termsVersion,
      placed_at: now,
      updated_at: now,
    })
    .execute();
  await insertLines(tx, id, quote.lines);
  if (coupon) await claimCoupon(tx, coupon, { patientId, orderId: id, now });
  await createIntent(tx, {
    orderId: id,
    patientId,
    gateway: parts.gateway.name,
    paymentSourceId: source.id,
    amountCents: quote.totalCents,
    capture: request.capture,
    now,
  });
  return id;
}

async function shipTo(parts: Parts, { patientId, shippingId }: OrderRequest): Promise<Address> {
  const address =
    shippingId === null ? await defaultShipping(parts, patientId) : await addressById(parts, patientId, shippingId);
  if (!address) throw new Refusal(shippingId === null ? "no_shipping_address" : "not_found");
  if (!isServed(parts.content, address.state)) throw new Refusal("not_available_in_state");
  return address;
}
