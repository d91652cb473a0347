import { expect, test, vi } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { createFollowupDiscount, discountFailedText } from "./discount.ts";

const applied = (percent: number | null, amount: number | null = null) => ({
  message: "Done",
  coupon: { couponid: "c", code: "CALM-20", description: "", percent, amount },
});
const refusal = new ApiError("This code has expired.", { status: 409, code: "coupon_expired" });

function setUp(apply: (key: string) => Promise<ReturnType<typeof applied>>) {
  const spy = vi.fn(apply);
  let keys = 0;
  const discount = createFollowupDiscount(spy, () => `key ${++keys}`);
  return { discount, spy, badge: () => discount.get().badge };
}

test("§4 Discount badge: pending, then success, with the discount", async () => {
  const { discount, badge } = setUp(async () => applied(20));
  expect(badge()).toEqual({ status: "none" });
  const applying = discount.apply();
  expect(badge()).toEqual({ status: "pending" });
  await applying;
  expect(badge()).toEqual({ status: "success", text: "20% off your next charge" });
});

test("§4 Discount badge: never two discounts, however often it is requested", async () => {
  const { discount, spy } = setUp(async () => applied(null, 15));
  await Promise.all([discount.apply(), discount.apply()]);
  await discount.apply();
  expect(spy).toHaveBeenCalledTimes(1);
  expect(discount.get().badge).toEqual({ status: "success", text: "$15.00 off your next charge" });
});

test("§8 Discount badge error: the server's message, else a generic one", async () => {
  const { discount, spy, badge } = setUp(async () => applied(20));
  spy.mockRejectedValueOnce(refusal).mockRejectedValueOnce(networkError()).mockRejectedValueOnce(new Error("broken"));
  await discount.apply();
  expect(badge()).toEqual({ status: "error", message: "This code has expired." });
  for (const _ of ["network", "broken"]) {
    await discount.apply();
    expect(badge()).toEqual({ status: "error", message: "Something went wrong while processing the discount." });
  }
  expect(discountFailedText).toBe("Something went wrong while processing the discount.");
  await discount.apply();
  expect(badge().status).toBe("success");
});

test("a request without a response is repeated with the same key, a refused one gets a new key", async () => {
  const { discount, spy } = setUp(async () => applied(20));
  spy.mockRejectedValueOnce(networkError()).mockRejectedValueOnce(refusal);
  for (const _ of [1, 2, 3]) await discount.apply();
  expect(spy.mock.calls).toEqual([["key 1"], ["key 1"], ["key 2"]]);
});
