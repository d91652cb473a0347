import type { Content } from "#content/load.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { smallestChargeCents } from "#server/payment/public.ts";
import type { PricedLine, SoldProduct } from "./catalogue.ts";
import { insertAgreed } from "./insert-order.ts";
import { linesOf, type LineRow, orderById } from "./orders.ts";
import { sumUp, type Quote } from "./quote.ts";
import { defaultShipping, isServed } from "./shipping.ts";

/** One product she agreed to get again and again: as it was sold with the order that began it, at this price and discount in cents. */
export interface RenewalLine {
  readonly sourceOrderId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly discountCents: number;
}

export interface RenewalRequest {
  readonly patientId: string;
  readonly lines: readonly RenewalLine[];
  readonly idempotencyKey: string;
  readonly offSession: boolean;
}

/** What renewals cost when shipped to `shipState`, tax of today included; one quote for each list of lines. */
export async function renewalQuotes(
  { db, content }: { readonly db: Database; readonly content: Content },
  lists: readonly (readonly RenewalLine[])[],
  shipState: string,
): Promise<Quote[]> {
  const all = lists.flat();
  if (all.length === 0) return [];
  const sold = await soldLines(db, all);
  return lists.map((lines) => quoteOf(content, lines, sold, shipState));
}

/**
 * Writes the order of a renewal in `authorizing`, under the terms of the order that began it, for her default address and card. In the
 * transaction of the caller, who holds the lock of her orders. Refuses with `no_payment_method`, `no_shipping_address`,
 * `not_available_in_state`.
 */
export async function openRenewal(
  parts: TxServices,
  { patientId, lines, idempotencyKey, offSession }: RenewalRequest,
): Promise<{ readonly orderId: string; readonly quote: Quote }> {
  const { db, content } = parts;
  const address = await defaultShipping(parts, patientId);
  if (!address) throw new Refusal("no_shipping_address");
  if (!isServed(content, address.state)) throw new Refusal("not_available_in_state");
  const quote = quoteOf(content, lines, await soldLines(db, lines), address.state);
  const began = await orderById(db, lines[0]?.sourceOrderId ?? "");
  const orderId = await insertAgreed(parts, {
    patientId,
    kind: "renewal",
    quote,
    address,
    idempotencyKey,
    capture: "automatic",
    termsVersion: began?.terms_version ?? "",
    offSession,
  });
  return { orderId, quote };
}

const soldLines = (db: Database, lines: readonly RenewalLine[]): Promise<LineRow[]> =>
  linesOf(db, [...new Set(lines.map(({ sourceOrderId }) => sourceOrderId))]);

function quoteOf(content: Content, lines: readonly RenewalLine[], sold: readonly LineRow[], shipState: string): Quote {
  const discounts = lines.map(({ discountCents }) => discountCents);
  const priced = lines.map((line): PricedLine => {
    const row = sold.find((each) => each.order_id === line.sourceOrderId && each.product_id === line.productId);
    if (!row) throw new Error(`Order ${line.sourceOrderId} never sold ${line.productId}`);
    return again(row, line);
  });
  const quote = sumUp(content, priced, discounts, shipState);
  const tooSmall = quote.totalCents > 0 && quote.totalCents < smallestChargeCents;
  // A discount that leaves less than can be charged is not given; asking for nothing at all would give away too much.
  return tooSmall
    ? sumUp(
        content,
        priced,
        discounts.map(() => 0),
        shipState,
      )
    : quote;
}

const again = (row: LineRow, { quantity, unitPriceCents }: RenewalLine): PricedLine => ({
  product: {
    productid: row.product_id,
    name: row.name,
    strength: row.dosage,
    picture: row.image,
    prescription: row.prescription,
    taxcategory: row.tax_category as SoldProduct["taxcategory"],
    hsa: row.hsa as SoldProduct["hsa"],
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
