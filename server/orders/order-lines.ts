import type { PricedLine } from "#server/catalogue/public.ts";

/** The product and pricing columns kept on an order line: names and facts as of the day of the order. */
export const productColumns = ({ product, pricing }: Pick<PricedLine, "product" | "pricing">) => ({
  product_id: product.productid,
  pricing_id: pricing.pricingid,
  name: product.name,
  dosage: product.strength,
  image: product.picture,
  prescription: product.prescription,
  tax_category: product.taxcategory,
  hsa: product.hsa,
  days_supply: pricing.dayssupply,
  months: pricing.months,
  refills: pricing.refills,
});
