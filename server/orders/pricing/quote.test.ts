import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PricedLine, Product } from "#server/catalogue/catalogue.ts";
import { computeQuote, lineTotalCents, taxedCents } from "./quote.ts";

const rates = { rx_drug: 0, otc_drug: 600, cosmetic: 625, service: 450, shipping: 700 };
const content = (shippingCents: number) => ({
  taxrates: {
    note: "n",
    source: "s",
    asof: "2026-01-01",
    rates: { IA: rates, OR: { rx_drug: 0, otc_drug: 0, cosmetic: 0, service: 0, shipping: 0 } },
  },
  shipping: {
    note: "n",
    leaddays: 7,
    pharmacydays: 2,
    packerverifies: true,
    lateststartdays: 90,
    voidedtask: "",
    standard: { cents: shippingCents, label: "Standard", businessdays: { from: 1, to: 2 } },
  },
});
const line = (pricecents: number, quantity: number, taxcategory: Product["taxcategory"]): PricedLine => ({
  product: { taxcategory } as Product,
  pricing: { pricingid: "p", months: 1, dayssupply: 30, pricecents, refills: 0 },
  quantity,
});

const lines = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 50_000 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom("rx_drug" as const, "otc_drug" as const, "cosmetic" as const),
  ),
  { minLength: 1, maxLength: 10 },
);
const coupon = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ code: "PERCENT", percent })),
  fc.integer({ min: 1, max: 20_000 }).map((amountcents) => ({ code: "AMOUNT", amountcents })),
);

describe("sound checkout 8: totals", () => {
  it("adds up in whole cents for any lines, coupon and shipping", () => {
    fc.assert(
      fc.property(lines, coupon, fc.integer({ min: 0, max: 1500 }), (cart, code, shipping) => {
        const quote = computeQuote(
          content(shipping),
          cart.map(([price, quantity, category]) => line(price, quantity, category)),
          code,
          "IA",
        );
        const sum = (pick: (each: (typeof quote.lines)[number]) => number) =>
          quote.lines.reduce((total, each) => total + pick(each), 0);
        expect(sum((each) => each.priceCents)).toBe(quote.linesCents);
        expect(sum((each) => each.discountCents)).toBe(quote.discountCents);
        expect(quote.discountCents).toBeLessThanOrEqual(quote.linesCents);
        expect(quote.totalCents).toBe(quote.linesCents - quote.discountCents + quote.taxCents + quote.shippingCents);
        const ofShipping = quote.taxCents - sum((each) => each.taxCents) + quote.shippingCents;
        expect(sum(lineTotalCents) + ofShipping).toBe(quote.totalCents);
        for (const cents of Object.values(quote))
          if (typeof cents === "number") expect(Number.isInteger(cents) && cents >= 0).toBe(true);
      }),
    );
  });

  it("taxes the discounted price by category and state, and the shipping", () => {
    const quote = computeQuote(
      content(500),
      [line(10_000, 1, "rx_drug"), line(1999, 2, "otc_drug")],
      { code: "TEN", percent: 10 },
      "IA",
    );
    expect(quote.lines.map((each) => [each.discountCents, each.taxCents])).toEqual([
      [1000, 0],
      [400, 216],
    ]);
    expect(quote).toMatchObject({
      linesCents: 13_998,
      discountCents: 1400,
      taxCents: 216 + 35,
      shippingCents: 500,
      totalCents: 13_349,
      couponCode: "TEN",
    });
    expect(computeQuote(content(0), [line(10_000, 1, "cosmetic")], null, "OR").taxCents).toBe(0);
    const taxed = ["IA", "OR", "ZZ"].map((state) => taxedCents(content(0), "cosmetic", 10_000, state));
    expect(taxed).toEqual([10_625, 10_000, 10_000]);
  });

  it("takes a fixed amount once, and never more than the lines cost", () => {
    expect(
      computeQuote(
        content(0),
        [line(3000, 1, "rx_drug"), line(6000, 1, "rx_drug")],
        { code: "A", amountcents: 8000 },
        "IA",
      ).lines.map((each) => each.discountCents),
    ).toEqual([2667, 5333]);
    expect(computeQuote(content(0), [line(3000, 1, "rx_drug")], { code: "A", amountcents: 8000 }, "IA")).toMatchObject({
      discountCents: 3000,
      totalCents: 0,
    });
  });
});
