import { toDollars } from "#contract/fields/numbers.ts";
import type { Upsell } from "#contract/growth/upsell.ts";
import { presentProduct, productById } from "#server/catalogue/public.ts";
import { quoteDiscountLabel } from "#server/discounts/public.ts";
import { quoteOrder, type Quote, taxedCents } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { UpsellRow } from "./upsell-queries.ts";

export type Deps = Pick<Services, "content" | "clock"> & { readonly db: Database };

/** An upsell with what it costs the patient today when shipped to `state`; null when the practice no longer offers it. */
export async function presentUpsell(services: Deps, row: UpsellRow, state: string): Promise<Upsell | null> {
  const { content } = services;
  const item = content.upsells.find(({ productid }) => productid === row.product_id);
  const product = productById(content, row.product_id);
  const pricing = product?.pricings.find(({ pricingid }) => pricingid === row.pricing_id);
  if (!item || !product || !pricing) return null;
  const quote = await quoteUpsell(services, row, state);
  const { name, title, text, article = null } = item;
  return {
    upsellId: row.id,
    productId: item.code,
    pricingId: row.pricing_id,
    triggeredfrom: row.triggered_from,
    couponId: quote.couponCode,
    status: row.status,
    name,
    title,
    text,
    article,
    product: presentProduct(content, product),
    price: toDollars(quote.linesCents),
    discount: toDollars(quote.discountCents),
    discountfrom: quoteDiscountLabel(content, quote),
    taxamount: toDollars(quote.taxCents),
    shipping: toDollars(quote.shippingCents),
    total: toDollars(quote.totalCents),
    renewal: product.prescription
      ? {
          amount: toDollars(
            taxedCents(content, product.taxcategory, pricing.pricecents, state) + taxedShippingCents(quote),
          ),
          dayssupply: pricing.dayssupply,
        }
      : null,
  };
}

/** Drops a coupon that no longer applies; without one a quote is not refused. */
async function quoteUpsell(
  services: Deps,
  { patient_id, pricing_id, product_id, coupon_code }: UpsellRow,
  state: string,
) {
  const lines = [{ productid: product_id, pricingid: pricing_id, quantity: 1 }];
  const request = { patientId: patient_id, lines, shipState: state };
  try {
    return await quoteOrder({ ...services, ...refusesAny }, { ...request, couponCode: coupon_code });
  } catch (error) {
    if (!(error instanceof Refusal) || coupon_code === null) throw error;
    return quoteOrder({ ...services, ...refusesAny }, { ...request, couponCode: null });
  }
}

/** Shipping with its tax. */
const taxedShippingCents = ({ totalCents, linesCents, discountCents, lines }: Quote): number =>
  totalCents - linesCents + discountCents - lines.reduce((sum, { taxCents }) => sum + taxCents, 0);
