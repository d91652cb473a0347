import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { quoteDiscountLabel, welcomeKeptText } from "./discount-text.ts";
import type { AvailableDiscount } from "./earned-discounts.ts";

const content = await shippedContent();
const available = (source: AvailableDiscount["source"]): AvailableDiscount => ({
  id: "1",
  source,
  code: "NYJQEN4M",
  percent: null,
  amountCents: 2000,
});

test("§2 a coupon takes precedence: the kept friend's welcome is mentioned, no other discount is", () => {
  expect(welcomeKeptText(content, [available("promo"), available("friend")])).toBe(
    "We'll save your friend's $20 for a later order.",
  );
  expect(welcomeKeptText(content, [{ ...available("friend"), percent: 10, amountCents: null }])).toContain("10%");
  expect(welcomeKeptText(content, [available("referral")])).toBeNull();
});

test("a discount says what it is for: what earned it, or the code the patient entered", () => {
  const earned = { discount: available("followup"), lineCents: [] };
  expect(quoteDiscountLabel(content, { earned, couponCode: null })).toBe("your review");
  expect(quoteDiscountLabel(content, { earned: null, couponCode: "FSASTORE30" })).toBe("FSASTORE30");
  expect(quoteDiscountLabel(content, { earned: null, couponCode: null })).toBeNull();
});
