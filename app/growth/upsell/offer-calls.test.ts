import { expect, test } from "vitest";
import { couponPart } from "./offer-calls.ts";

test("§7 accept: the coupon field is renamed to coupon and dropped if empty", () => {
  expect(couponPart({ couponId: "FSASTORE30" })).toEqual({ coupon: "FSASTORE30" });
  for (const couponId of [null, "", " "]) expect(couponPart({ couponId })).toEqual({});
});
