import { expect, test } from "vitest";
import { discountSource, staysWaiting } from "./discount-words.ts";
import type { WaitingDiscount } from "./earned-discounts.ts";

const waiting = (source: WaitingDiscount["source"]): WaitingDiscount => ({
  id: "1",
  source,
  code: "NYJQEN4M",
  percent: null,
  amountCents: 2000,
});

test("§2 a coupon goes first: the friend's welcome it leaves is named, nothing else is", () => {
  expect(staysWaiting([waiting("promo"), waiting("friend")])).toBe("Your friend's $20 stays for a later order.");
  expect(staysWaiting([{ ...waiting("friend"), percent: 10, amountCents: null }])).toContain("10%");
  expect(staysWaiting([waiting("referral")])).toBeNull();
});

test("a discount says what it is for: what earned it, or the code she gave", () => {
  const earned = { discount: waiting("followup"), lineCents: [] };
  expect(discountSource({ earned, couponCode: null })).toBe("your review");
  expect(discountSource({ earned: null, couponCode: "FSASTORE30" })).toBe("FSASTORE30");
  expect(discountSource({ earned: null, couponCode: null })).toBeNull();
});
