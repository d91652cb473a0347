import type { Content } from "#content/loader/load.ts";
import { defaultShippingAddress, requireStateServed } from "#server/addresses/public.ts";
import type { PricedLine, OrderedProduct } from "#server/catalogue/public.ts";
import { type AvailableDiscount, availableAfter, availableDiscounts } from "#server/discounts/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { linesOf, type LineRow, orderById } from "../orders.ts";
import {
  isBelowMinimumCharge,
  type Quote,
  quoteWithEarnedDiscount,
  totalQuote,
  usedDiscount,
} from "../pricing/quote.ts";
import { insertOrderRows } from "./insert-order-rows.ts";

/** The columns a line takes from its product and pricing. */
type ProductColumns = Omit<
  LineRow,
  | "order_id"
  | "line"
  | "quantity"
  | "unit_price_cents"
  | "discount_cents"
  | "tax_cents"
  | "cancelled_at"
  | "prescription_id"
>;

/** One subscribed product: as it was on the order that began the subscription, at this price and discount in cents. */
export interface RenewalOrderLine {
  readonly sourceOrderId: string;
  /** The product after a treatment change; left out, it is as originally ordered. */
  readonly changedProduct?: ProductColumns;
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly discountCents: number;
  /** The highest price before tax the patient was notified of; null or left out if they were not. */
  readonly notifiedCents?: number | null;
}

/** What `createRenewalOrder` is asked for. */
export interface RenewalOrderRequest {
  readonly patientId: string;
  readonly lines: readonly RenewalOrderLine[];
  readonly idempotencyKey: string;
  /** What the charge pays for: the periods of the lines. */
  readonly chargeFor: readonly string[];
  readonly offSession: boolean;
}

/** Lines charged in one sum. `ifOrderedNow`: quoted as if the patient ordered it now, before any of the others. */
export interface RenewalCharge {
  readonly lines: readonly RenewalOrderLine[];
  readonly ifOrderedNow?: boolean;
}

/**
 * Quotes for renewal orders shipped to `shipState` with today's tax, one for each charge. They are charged in this order, and each uses the
 * earliest of the `available` discounts that applies. `sourceLines`: at least all lines of their source orders.
 */
export function renewalChargeQuotes(
  content: Content,
  charges: readonly RenewalCharge[],
  { sourceLines, shipState, available }: Pick<RenewalQuoteInput, "sourceLines" | "shipState" | "available">,
): Quote[] {
  let remaining = available;
  return charges.map(({ lines, ifOrderedNow }) => {
    const quote = quoteRenewal(content, {
      lines,
      sourceLines,
      shipState,
      available: ifOrderedNow ? available : remaining,
    });
    if (!ifOrderedNow && quote.earned) remaining = availableAfter(remaining, usedDiscount(quote.earned));
    return quote;
  });
}

/** The inserted order with its quote, or the indexes of lines above the price the patient was notified of; then nothing is written. */
export type RenewalOrderResult =
  | { readonly orderId: string; readonly quote: Quote }
  | { readonly orderId: null; readonly aboveNotified: readonly number[] };

/**
 * Inserts a renewal order in `authorizing`, under the terms of the order that began the subscription, for the default address and
 * card. Runs in the caller's transaction, which holds the patient's order lock. Refuses with `no_payment_method`, `no_shipping_address`,
 * `not_available_in_state`.
 */
export async function createRenewalOrder(
  services: TxServices & Refuses<"no_payment_method" | "no_shipping_address" | "not_available_in_state">,
  { patientId, lines, idempotencyKey, chargeFor, offSession }: RenewalOrderRequest,
): Promise<RenewalOrderResult> {
  const { db, content } = services;
  const address = await defaultShippingAddress(services, patientId);
  if (!address) throw services.refuse("no_shipping_address");
  requireStateServed(services, address.state);
  const quote = quoteRenewal(content, {
    lines,
    sourceLines: await readSourceLines(db, lines),
    shipState: address.state,
    available: await availableDiscounts(db, patientId),
  });
  const aboveNotified = [...quote.lines.entries()]
    .filter(([index, line]) => line.priceCents - line.discountCents > (lines[index]?.notifiedCents ?? Infinity))
    .map(([index]) => index);
  if (aboveNotified.length > 0) return { orderId: null, aboveNotified };
  const sourceOrder = await orderById(db, lines[0]?.sourceOrderId ?? "");
  const orderId = await insertOrderRows(services, {
    patientId,
    kind: "renewal",
    quote,
    address,
    idempotencyKey,
    chargeFor,
    capture: "automatic",
    termsVersion: sourceOrder?.terms_version ?? "",
    offSession,
  });
  return { orderId, quote };
}

const readSourceLines = (db: Database, lines: readonly RenewalOrderLine[]): Promise<LineRow[]> =>
  linesOf(db, [...new Set(lines.map(({ sourceOrderId }) => sourceOrderId))]);

interface RenewalQuoteInput {
  readonly lines: readonly RenewalOrderLine[];
  readonly sourceLines: readonly LineRow[];
  readonly shipState: string;
  readonly available: readonly AvailableDiscount[];
}

function quoteRenewal(content: Content, { lines, sourceLines, shipState, available }: RenewalQuoteInput): Quote {
  const priced = lines.map((line): PricedLine => {
    const row =
      line.changedProduct ??
      sourceLines.find((each) => each.order_id === line.sourceOrderId && each.product_id === line.productId);
    if (!row) throw new Error(`Order ${line.sourceOrderId} never sold ${line.productId}`);
    return toPricedLine(row, line);
  });
  const agreedDiscounts = lines.map(({ discountCents }) => discountCents);
  // The patient was notified of this discount, so they never pay more: if it leaves less than can be charged, nothing is charged.
  const lineDiscounts = isBelowMinimumCharge(totalQuote(content, priced, agreedDiscounts, shipState))
    ? lines.map(({ quantity, unitPriceCents }) => unitPriceCents * quantity)
    : agreedDiscounts;
  return quoteWithEarnedDiscount(content, priced, lineDiscounts, shipState, available);
}

const toPricedLine = (row: ProductColumns, { quantity, unitPriceCents }: RenewalOrderLine): PricedLine => ({
  product: {
    productid: row.product_id,
    name: row.name,
    strength: row.dosage,
    picture: row.image,
    prescription: row.prescription,
    taxcategory: row.tax_category as OrderedProduct["taxcategory"],
    hsa: row.hsa as OrderedProduct["hsa"],
  },
  pricing: {
    pricingid: row.pricing_id,
    months: row.months as PricedLine["pricing"]["months"],
    dayssupply: row.days_supply,
    refills: row.refills,
    pricecents: unitPriceCents,
  },
  quantity,
});
