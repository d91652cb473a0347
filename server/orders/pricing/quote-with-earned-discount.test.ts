import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { priceLines } from "#server/catalogue/catalogue.ts";
import type { DiscountSource, AvailableDiscount } from "./earned-discounts.ts";
import { quoteWithEarnedDiscount } from "./quote.ts";

const content = await loadContent();
const firstOf = (prescription: boolean) => {
  const product = content.catalogue.products.find((each) => each.prescription === prescription);
  const [pricing] = product?.pricings ?? [];
  if (!product || !pricing) throw new Error("The catalogue has no such product");
  return { productid: product.productid, pricingid: pricing.pricingid, quantity: 1 };
};
const [treatment, nonRxLine] = [firstOf(true), firstOf(false)];

/** What a 20 % discount takes off the jar and off the treatment, in cents. */
function discountPerLine(
  source: DiscountSource,
  lines = [nonRxLine, treatment],
  followupdiscount = content.followupdiscount,
) {
  const discount: AvailableDiscount = { id: "d", source, code: "CODE", percent: 20, amountCents: null };
  const priced = priceLines(content, lines);
  const lineDiscounts = lines.map(() => 0);
  const quote = quoteWithEarnedDiscount({ ...content, followupdiscount }, priced, lineDiscounts, "IA", [discount]);
  return { off: quote.lines.map(({ discountCents }) => discountCents), earned: quote.earned?.discount.id ?? null };
}
const fifth = (line: typeof nonRxLine) => Math.round((priceLines(content, [line])[0]?.pricing.pricecents ?? 0) / 5);

describe("a follow-up's discount", () => {
  test("is taken off treatment, not off a jar of moisturizer", () => {
    expect(discountPerLine("followup")).toEqual({ off: [0, fifth(treatment)], earned: "d" });
  });
  test("is kept where an order has no treatment", () => {
    expect(discountPerLine("followup", [nonRxLine])).toEqual({ off: [0], earned: null });
  });
  test("is taken off everything if the practice's content says so", () => {
    const off = [fifth(nonRxLine), fifth(treatment)];
    expect(discountPerLine("followup", [nonRxLine, treatment], "everything")).toEqual({ off, earned: "d" });
  });
  test.each(["referral", "friend", "promo"] as const)("unlike that of a %s, which is for the whole order", (source) => {
    expect(discountPerLine(source).off).toEqual([fifth(nonRxLine), fifth(treatment)]);
  });
});
