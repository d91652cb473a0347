import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { CheckoutLine } from "#contract/cart/calls.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { roundHalfEven } from "#server/platform/money.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";

export type Product = Content["catalogue"]["products"][number];
export type Pricing = Product["pricings"][number];
export type RequestedLine = z.output<typeof CheckoutLine>;

/** What an order keeps of a product and its pricing. */
export type OrderedProduct = Pick<
  Product,
  "productid" | "name" | "strength" | "picture" | "prescription" | "taxcategory" | "hsa"
>;
export type OrderedPricing = Pick<Pricing, "pricingid" | "months" | "dayssupply" | "refills" | "pricecents">;

export interface PricedLine {
  readonly product: OrderedProduct;
  readonly pricing: OrderedPricing;
  readonly quantity: number;
}

export const productById = (content: Content, productid: string): Product | undefined =>
  content.catalogue.products.find((product) => product.productid === productid);

/** Categories of a product; none of one that is no longer in the catalogue. */
export const categoriesOf = (content: Content, productid: string): readonly string[] =>
  productById(content, productid)?.categories ?? [];

/** Adds current products and prices to the lines; throws `bad_request` naming an invalid line. */
export function priceLines(content: Content, lines: readonly RequestedLine[]): PricedLine[] {
  const seen = new Set<string>();
  return lines.map(({ productid, pricingid, quantity }, index) => {
    const product = productById(content, productid);
    const pricing = product?.pricings.find((each) => each.pricingid === pricingid);
    if (!product) throw badLine(index, "productid", sentence("catalogue.product_not_offered"));
    if (!pricing) throw badLine(index, "pricingid", sentence("catalogue.size_not_offered"));
    if (seen.has(pricingid)) throw badLine(index, "pricingid", sentence("catalogue.listed_twice"));
    seen.add(pricingid);
    return { product, pricing, quantity };
  });
}

const badLine = (index: number, field: string, message: Sentence) =>
  new Refusal("bad_request", { message, fields: [{ path: `checkout.${index}.${field}`, message }] });

/** A product as every visitor sees it; what suits a patient is decided in their visit. */
export function presentProduct(content: Content, product: Product): CatalogueProduct {
  return {
    productid: product.productid,
    name: product.name,
    form: product.formname ?? content.catalogue.forms.find((form) => form.id === product.form)?.name ?? product.form,
    strength: product.strength,
    description: product.description,
    howtouse: product.howtouse,
    picture: product.picture,
    prescription: product.prescription,
    hsa: product.hsa,
    notices: [...product.notices],
    pricings: product.pricings.map(({ pricingid, months, dayssupply, pricecents, refills }) => ({
      pricingid,
      label: months === 1 ? "1 month" : `${months} months`,
      months,
      dayssupply,
      price: toDollars(pricecents),
      permonth: toDollars(roundHalfEven(pricecents, months)),
      refills,
    })),
    fit: "suitable",
    reasons: [],
  };
}
