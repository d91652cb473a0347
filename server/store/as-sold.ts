import type { PricedLine } from "./catalogue.ts";

/** What is kept of a product and its pricing with whatever sells it: the words and facts of that day. */
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
