import type { TxServices } from "#server/platform/services.ts";
import { asSold } from "#server/store/public.ts";
import { releaseHeldSupplies } from "./after-renewal.ts";
import { type Book, scheduledSupply, subscriptionIn } from "./book.ts";
import type { ChangeRow } from "./change-queries.ts";
import { changedCents, type Offered } from "./change-price.ts";
import { keepLine } from "./changed-line.ts";
import { changeSubscriptions, changeSupplies, plannedFor, type SupplyRow } from "./supply-queries.ts";

/** What a change has written and ended in the clinic's room, which knows this one. */
export interface Prescribing {
  /** Ends her prescription of a product for the sake of another one. */
  readonly replace: (parts: TxServices, patientId: string, productId: string) => Promise<void>;
  /** Writes the prescription of what is taken instead. */
  readonly prescribe: (
    parts: TxServices,
    written: {
      readonly patientId: string;
      readonly orderId: string;
      readonly doctorId: string;
      readonly productId: string;
      readonly refills: number;
      readonly fillDays: number;
      readonly directions: string;
    },
  ) => Promise<void>;
}

/**
 * From the next supply on she gets what her doctor prescribed: a prescription with a number of its own is written, a supply that waited is
 * planned, and she is told of the charge anew. What was ordered before stays as it is. In the transaction of a caller who holds the lock
 * of her orders.
 */
export async function applyChange(
  parts: TxServices,
  book: Book,
  change: Pick<
    ChangeRow,
    "subscription_id" | "doctor_id" | "to_product_id" | "to_pricing_id" | "to_price_cents" | "refills"
  > & { readonly directions: string | null },
  { product, pricing }: Offered,
  { prescribe }: Pick<Prescribing, "prescribe">,
): Promise<void> {
  const { db, content } = parts;
  const subscription = subscriptionIn(book, change.subscription_id);
  const { patient_id: patientId, order_id: orderId } = subscription;
  const price_cents = changedCents(content, change, subscription.quantity);
  await keepLine(db, { ...asSold({ product, pricing }), subscription_id: subscription.id });
  await changeSubscriptions(db, [subscription.id], {
    product_id: product.productid,
    pricing_id: pricing.pricingid,
    price_cents,
    days_supply: pricing.dayssupply * subscription.quantity,
    stopped_on: null,
  });
  await prescribe(parts, {
    patientId,
    orderId,
    doctorId: change.doctor_id,
    productId: product.productid,
    // The next supply, and those after it.
    refills: change.refills + 1,
    fillDays: pricing.dayssupply * subscription.quantity,
    directions: change.directions ?? product.howtouse,
  });
  const supply = scheduledSupply(book, subscription.id);
  if (!supply) return;
  await changeSupplies(db, [supply.id], {
    amount_cents: price_cents,
    discount_cents: discountInstead(supply, subscription.price_cents, price_cents),
    told_cents: null,
    // One that is owed goes on being tried on its days.
    ...(supply.failed_on === null && plannedFor(supply.charge_on)),
  });
  // Plans the charges anew.
  await releaseHeldSupplies(parts, patientId, product.productid);
}

/**
 * What comes off the new price, in cents: the same part of it as of the old one. The practice's offer is a percentage, and grows with the
 * price; a coupon, or what she earned, may have been an amount, and takes off no more than it did.
 */
function discountInstead(
  { discount_cents, discount_order_id }: SupplyRow,
  beforeCents: number,
  afterCents: number,
): number {
  const same = beforeCents === 0 ? 0 : Math.floor((discount_cents * afterCents) / beforeCents);
  return discount_order_id === null ? same : Math.min(same, discount_cents);
}
