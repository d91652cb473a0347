import * as z from "zod/mini";
import { catalogueCalls } from "#contract/catalogue.ts";
import { singleLine, Day, optionalText, Id } from "#contract/fields/fields.ts";
import { CouponCode, Coupon } from "#contract/growth/promo.ts";
import { idempotencyKeyPattern, patientCall, publicCall } from "#contract/http/endpoint.ts";
import { fillErrors, orderErrors } from "#contract/http/errors.ts";
import { shippingCalls } from "#contract/orders/addresses.ts";
import { Order, OrderDetail, OrderSummary } from "#contract/orders/orders.ts";
import { cartQuantityMax, cartLinesMax } from "./frame-limits.ts";

/** `{ productid, pricingid, quantity }` of spec §3; a price in it is refused. */
export const CheckoutLine = z.strictObject({
  productid: singleLine(60),
  pricingid: singleLine(80),
  quantity: z
    .int("Please enter a whole number.")
    .check(
      z.minimum(1, "Please enter at least 1."),
      z.maximum(cartQuantityMax, `Please order up to ${cartQuantityMax} at once.`),
    ),
});

const CheckoutList = z
  .array(CheckoutLine)
  .check(z.minLength(1, "Oops! Your cart is empty."), z.maxLength(cartLinesMax));

/** Format of the `Idempotency-Key` header. */
const IdempotencyKey = z.string().check(z.regex(idempotencyKeyPattern, "This reference isn't valid."));

/**
 * `none`: it never arrived, or was refused before there was an order · `open`: not decided yet, poll again · `placed`: `order` is paid · `refused`:
 * nothing was charged; `message` says why, and `code` is the bank's decline, null where the bank was never reached · `review`: the bank's amount is
 * not the order's, and a person has to look at it; polling again is pointless. `message` says so.
 */
const CheckoutOutcome = z.object({
  outcome: z.enum(["none", "open", "placed", "refused", "review"]),
  order: z.nullable(Order),
  message: z.nullable(z.string()),
  code: z.nullable(z.enum(["card_declined", "insufficient_funds", "expired_card", "lost_card"])),
});

/** Why a line of a cart cannot be ordered, and what would help; null: only removing it, or waiting. */
export const CartObstacle = z.object({
  /** Of its line. */
  pricingid: z.string(),
  code: z.enum(["visit_stopped", ...fillErrors]),
  message: z.string(),
  /** The first day it can be ordered; null where that is unknown. */
  from: z.nullable(Day),
  fix: z.nullable(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("quantity"), quantity: z.int() }),
      z.object({ kind: z.literal("add"), productid: z.string(), pricingid: z.string(), name: z.string() }),
      z.object({ kind: z.enum(["start_visit", "open_treatment", "message_doctor"]) }),
    ]),
  ),
});

/** What is on sale, where it goes, what it costs, and paying it. */
export const store = {
  ...catalogueCalls,
  ...shippingCalls,
  coupon: publicCall("GET /coupon/{code}", {
    summary: "What a coupon gives",
    params: z.object({ code: CouponCode }),
    ok: Coupon,
    errors: ["coupon_not_found", "coupon_expired"],
  }),
  computeTax: patientCall("POST /transact/computeTax", {
    summary: "Lines, discount, tax and total; without `checkout`, of the visit's chosen treatment",
    body: z.optional(
      z.nullable(
        z.strictObject({
          checkout: z.optional(CheckoutList),
          couponid: optionalText(singleLine(40)),
          shippingid: optionalText(Id),
        }),
      ),
    ),
    ok: z.object({
      orderdetail: z.array(OrderDetail),
      ordersummary: OrderSummary,
      /** A referral discount that stays for a later order because a code is applied to this one, as text. */
      welcomekept: z.nullable(z.string()),
      /** Lines of `checkout` that cannot be ordered: checkout would refuse them. */
      obstacles: z.array(CartObstacle),
    }),
    errors: [
      "wrong_state",
      "no_shipping_address",
      "coupon_not_found",
      "coupon_not_applicable",
      "coupon_expired",
      "coupon_used",
    ],
  }),
  checkout: patientCall("POST /transact/checkout", {
    summary: "Order the lines of a cart and pay them",
    retry: false,
    whyNoRetry: "It moves money: after a lost answer the attempt is asked for by its key instead of paid again",
    idempotency: true,
    body: z.strictObject({
      checkout: CheckoutList,
      couponid: optionalText(singleLine(40)),
      shippingid: optionalText(Id),
      /**
       * Total the patient saw, in dollars; a higher one on the server returns `price_changed`. Our own pages always send it. The published payload is
       * `checkout` alone, so an external caller may leave it out: it then agrees to the current total, which the response states.
       */
      totalamount: z.optional(z.number()),
    }),
    ok: z.object({ message: z.literal("success"), order: Order }),
    status: 201,
    errors: [...orderErrors, "visit_stopped"],
  }),
  checkoutOutcome: patientCall("GET /transact/checkout/{key}", {
    summary: "What became of a checkout, by its Idempotency-Key",
    params: z.object({ key: IdempotencyKey }),
    ok: CheckoutOutcome,
  }),
} as const;
