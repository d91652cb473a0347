import { expect, test } from "vitest";
import { couponBody } from "./upsell-calls.ts";

test("§7 accept: the coupon field is renamed to coupon and dropped if empty", () => {
  expect(couponBody({ couponId: "FSASTORE30" })).toEqual({ coupon: "FSASTORE30" });
  for (const couponId of [null, "", " "]) expect(couponBody({ couponId })).toEqual({});
});
