import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { priceLines } from "#server/catalogue/catalogue.ts";
import type { DiscountSource, AvailableDiscount } from "#server/discounts/earned-discounts.ts";
import { quoteWithEarnedDiscount } from "./quote.ts";

const content = await shippedContent();
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

describe("an earned discount", () => {
  const cents = 1000;
  const lines = [1, 1, 2].map((quantity) => ({
    product: { taxcategory: "rx_drug", prescription: true },
    pricing: { pricecents: cents },
    quantity,
  })) as unknown as ReturnType<typeof priceLines>;
  const free = { ...content, shipping: { ...content.shipping, standard: { ...content.shipping.standard, cents: 0 } } };
  const discount = (id: string, values: Partial<AvailableDiscount>): AvailableDiscount => ({
    ...{ id, source: "promo", code: id, percent: null, amountCents: null, ...values },
  });
  const quoted = (lineDiscounts: readonly number[], ...available: readonly AvailableDiscount[]) => {
    const quote = quoteWithEarnedDiscount(free, lines, lineDiscounts, "IA", available);
    const { earned, totalCents } = quote;
    return [
      earned?.discount.id ?? null,
      earned?.lineCents ?? null,
      quote.lines.map((line) => line.discountCents),
      totalCents,
    ];
  };

  test.each<
    [string, readonly number[], Partial<AvailableDiscount>, readonly number[] | null, readonly number[], number]
  >([
    ["a share of each line", [0, 0, 0], { percent: 10 }, [100, 100, 200], [100, 100, 200], 3600],
    ["an amount over the lines", [0, 0, 0], { amountCents: 400 }, [100, 100, 200], [100, 100, 200], 3600],
    ["an amount up to what they cost", [0, 0, 0], { amountCents: 9999 }, [1000, 1000, 2000], [1000, 1000, 2000], 0],
    ["the lines without another one", [5, 0, 0], { amountCents: 300 }, [0, 100, 200], [5, 100, 200], 3695],
    ["nothing of no amount", [0, 0, 0], {}, null, [0, 0, 0], 4000],
    ["nothing where each line has another", [1, 1, 1], { percent: 10 }, null, [1, 1, 1], 3997],
    ["no more than what leaves enough to charge", [0, 0, 0], { amountCents: 3951 }, null, [0, 0, 0], 4000],
  ])("takes %s", (_, lineDiscounts, values, lineCents, expected, total) => {
    const id = lineCents === null ? null : "d";
    expect(quoted(lineDiscounts, discount("d", values))).toEqual([id, lineCents, expected, total]);
  });

  test("is the earliest that takes something and leaves enough", () => {
    const [nothing, tooMuch] = [discount("nothing", {}), discount("too much", { amountCents: 3999 })];
    const [one, two] = [discount("one", { percent: 10 }), discount("two", { percent: 20 })];
    expect(quoted([0, 0, 0], nothing, tooMuch, one, two)[0]).toBe("one");
    expect(quoted([0, 0, 0], two, one)[0]).toBe("two");
    expect(quoted([0, 0, 0])[0]).toBeNull();
  });
});
