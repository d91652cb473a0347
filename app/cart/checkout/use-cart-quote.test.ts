import { describe, expect, test } from "vitest";
import { ApiError, type Failure } from "#app/api/api-error.ts";
import { priceWithPromo } from "./use-cart-quote.ts";

/** The calls that price a cart when the patient's promo fails. */
async function priced(promo: string | null, message: string, code: Failure, status = 400) {
  const requests: (string | null)[] = [];
  const price = async (couponid: string | null) => {
    requests.push(couponid);
    if (couponid !== null || promo === null) throw new ApiError(message, { status, code });
    return 24;
  };
  const given: string[] = [];
  const quote = await priceWithPromo(price, promo, () => given.push("up")).catch((error: Error) => error.message);
  return { asked: requests, given, quote };
}

describe("§5 a promo the cart was opened with", () => {
  test.each([
    ["The coupon you entered does not exist, please check the code you entered.", "unexpected_reply"],
    ["You've already completed this step", "unexpected_reply"],
    ["This code has expired.", "coupon_expired"],
    ["Please use 40 characters or fewer.", "bad_request"],
  ] as const)("“%s”, with the code %s: the cart continues without it", async (message, code) => {
    expect(await priced("OLD", message, code)).toEqual({ asked: ["OLD", null], given: ["up"], quote: 24 });
  });

  test.each([
    ["Unauthorized request", "unexpected_reply"],
    ["Please add a shipping address first.", "no_shipping_address"],
  ] as const)("“%s” does not refuse the code, and is shown", async (message, code) => {
    expect(await priced("OLD", message, code)).toEqual({ asked: ["OLD"], given: [], quote: message });
  });

  test("without one there is nothing to leave out", async () => {
    expect(await priced(null, "Please check this.", "bad_request")).toMatchObject({ asked: [null], given: [] });
  });
});
