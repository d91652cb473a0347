import type { Content } from "#content/loader/load.ts";
import { formatCents, toCents, toDollars } from "#contract/fields/numbers.ts";
import type { ChosenPlan } from "#contract/onboarding/options.ts";
import { presentProduct, productById } from "#server/catalogue/public.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { VisitChoice } from "../flow/visit.ts";

/** What the patient chose, at today's prices, and what has changed since. */
export function presentChosenPlan(content: Content, choices: readonly VisitChoice[]): ChosenPlan {
  const items: ChosenPlan["items"] = [];
  const news: string[] = [];
  for (const { productid, pricingid, priceCents } of choices) {
    const product = productById(content, productid);
    const pricing = product?.pricings.find((each) => each.pricingid === pricingid);
    if (!product) news.push(toText(content, sentence("onboarding.plan_product_gone")));
    else if (!pricing) news.push(toText(content, sentence("onboarding.plan_supply_gone", { name: product.name })));
    if (!product || !pricing) continue;
    const { name, form, strength, picture } = presentProduct(content, product);
    const { dayssupply, pricecents } = pricing;
    items.push({ productid, pricingid, name, form, strength, picture, dayssupply, price: toDollars(pricecents) });
    if (pricecents <= priceCents) continue;
    const prices = { now: formatCents(pricecents), before: formatCents(priceCents) };
    news.push(toText(content, sentence("onboarding.plan_price_rose", { name, ...prices })));
  }
  const subtotal = items.reduce((sum, { price }) => sum + toCents(price), 0);
  return { items, subtotal: toDollars(subtotal), news };
}
