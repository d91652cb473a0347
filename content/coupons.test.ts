import { describe, expect, test } from "vitest";
import { shippedContent } from "./testing/shipped-content.ts";

const { coupons } = await shippedContent();
const couponOf = (code: string) => coupons.find((each) => each.code === code);

describe("decisions §7 what the promo codes give", () => {
  test.each([
    ["FSASTORE30", { percent: 30, amountcents: undefined, returningonly: false }],
    ["HSASTORE30", { percent: 30, amountcents: undefined, returningonly: false }],
    ["FSAHSA80", { percent: undefined, amountcents: 8000, returningonly: false }],
    ["BFBLOSSOM40", { percent: 40, amountcents: undefined, returningonly: false }],
    ["BFBLOSSOM40FIXED", { percent: undefined, amountcents: 4000, returningonly: false }],
    ["WINBACK10", { percent: 10, amountcents: undefined, returningonly: true }],
  ])("%s", (code, { percent, amountcents, returningonly }) => {
    const coupon = couponOf(code);
    expect([coupon?.percent, coupon?.amountcents, coupon?.returningonly]).toEqual([
      percent,
      amountcents,
      returningonly,
    ]);
    expect(coupon?.perpatient).toBe(1);
  });
});

describe("§9 banners", () => {
  test.each([
    ["FSASTORE30", /^30% off\b.*\bFSA funds$/],
    ["HSASTORE30", /^30% off\b.*\bHSA funds$/],
    ["FSAHSA80", /^Anniversary Sale: \$80 off treatment$/],
  ])("§9 the one of %s reads %s", (code, words) => expect(couponOf(code)?.banner).toMatch(words));
});
