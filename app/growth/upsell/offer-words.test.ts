import { expect, test } from "vitest";
import { chargeTexts, upsellPriceText, upsellRefusal, upsellSummaryRows } from "./upsell-text.ts";

const product = { prescription: true } as Parameters<typeof chargeTexts>[0]["product"];
const upsell = {
  price: 59,
  discount: 0,
  discountfrom: null,
  taxamount: 0,
  shipping: 0,
  total: 59,
  renewal: { amount: 59, dayssupply: 30 },
  product,
};

test("an upsell that needs a doctor is authorized, then charged repeatedly, and the text says both", () => {
  expect(chargeTexts(upsell, "Visa ending in 4242")).toEqual([
    "Today your bank only holds $59.00 on Visa ending in 4242. You'll be charged if your doctor says yes. If not, you'll pay nothing.",
    "After that, it's $59.00 every 30 days. We'll email you 5 days before each charge. You can skip, pause or stop any time.",
  ]);
  expect(chargeTexts({ ...upsell, renewal: { amount: 159, dayssupply: 90 } }, "your card")[1]).toContain(
    "$159.00 every 90 days",
  );
});

test("an upsell without prescription is charged once", () => {
  const once = { ...upsell, renewal: null, product: { ...product, prescription: false } };
  expect(chargeTexts(once, "your card")).toEqual(["Today we charge $59.00 to your card."]);
  expect(upsellPriceText(once)).toBe("$59.00");
});

test("the summary names what is deducted and added", () => {
  expect(upsellSummaryRows(upsell).map(({ label }) => label)).toEqual(["Price", "Shipping", "Tax", "Total"]);
  expect(
    upsellSummaryRows({ ...upsell, discount: 10, discountfrom: "your review", taxamount: 0.49, total: 49.49 }),
  ).toContainEqual({
    label: "Discount (your review)",
    value: "−$10.00",
    highlight: true,
  });
  expect(upsellPriceText(upsell)).toBe("$59.00 every 30 days");
  expect(upsellPriceText({ ...upsell, renewal: { amount: 159, dayssupply: 90 }, total: 159 })).toBe(
    "$159.00 every 90 days",
  );
  expect(upsellPriceText({ ...upsell, discount: 10, total: 49 })).toBe("$49.00 for 30 days");
});

test("a refused upsell says why in its title, and links to the doctor if its message names one", () => {
  const of = (obstacle?: string) => upsellRefusal({ details: obstacle === undefined ? undefined : { obstacle } });
  expect(of("has")).toEqual({ title: "You already have this", doctor: true });
  expect(of("fit")).toEqual({ title: "Not for you right now", doctor: true });
  expect(of("declined").doctor).toBe(true);
  expect(of("state").doctor).toBe(false);
  expect(of()).toEqual({ title: "Not for you right now", doctor: false });
});
