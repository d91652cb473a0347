import type { Content } from "#content/load.ts";
import type { RenewalLine } from "#server/store/public.ts";
import { type Book, subscriptionIn, unitPriceNow } from "./book.ts";
import type { SupplyRow } from "./supply-queries.ts";

/** What a supply is charged as. */
export function renewalLine(content: Content, book: Book, supply: SupplyRow): RenewalLine {
  const subscription = subscriptionIn(book, supply.subscription_id);
  const unitPriceCents = unitPriceNow(content, subscription);
  const changed = book.changed.get(subscription.id);
  return {
    sourceOrderId: subscription.order_id,
    ...(changed && { changed }),
    productId: subscription.product_id,
    quantity: subscription.quantity,
    unitPriceCents,
    discountCents: Math.min(supply.discount_cents, unitPriceCents * subscription.quantity),
  };
}
