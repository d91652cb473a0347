import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Order } from "./entities.ts";
import { chargeErrors, couponErrors } from "./errors.ts";
import { Choice, CouponCode, OfferedProduct } from "./onboarding.ts";
import { ById } from "./params.ts";
import { Dollars, Id, line, Nothing } from "./shapes.ts";

/** An offer made to her; money in dollars. */
export const Upsell = z.object({
  upsellId: Id,
  productId: z.string(),
  pricingId: z.string(),
  triggeredfrom: z.string(),
  couponId: z.nullable(z.string()),
  /** Open offers only can be accepted or denied. */
  status: z.enum(["open", "accepted", "denied"]),
  /** The word for it in an address: `upsell=cream`. */
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** Id of a help article to read on. */
  article: z.nullable(z.string()),
  product: OfferedProduct,
  price: Dollars,
  discount: Dollars,
  /** Where the discount comes from, in words; null without one. */
  discountfrom: z.nullable(z.string()),
  taxamount: Dollars,
  shipping: Dollars,
  total: Dollars,
  /** What each supply after the first costs, tax included, and the months it lasts; null where none comes by itself. */
  renewal: z.nullable(z.object({ amount: Dollars, months: z.int() })),
});
export type Upsell = z.output<typeof Upsell>;

const Upsells = z.object({ items: z.array(Upsell) });

/** Where in the app or a mail an offer was opened: a plain word. */
const Trigger = z.string().check(z.regex(/^[a-z0-9_-]{1,60}$/i, "Please use letters, digits, - and _ only."));

/** The product an offer is about, as the browser keeps it; `upsellId` when it was an offer of ours. */
const AcceptedUpsell = z.strictObject({
  upsellId: z.optional(Id),
  productId: line(60),
  pricingId: line(80),
  triggeredfrom: z.optional(Trigger),
  coupon: z.optional(CouponCode),
  /** Total she saw; a higher one on the server answers `price_changed`. */
  totalamount: Dollars,
});

const acceptErrors = [
  ...chargeErrors,
  ...couponErrors,
  "wrong_state",
  "not_available_in_state",
  "visit_stopped",
] as const;

/** Prescription products are authorized only, until her doctor approves them. */
const UpsellOrder = z.object({ message: z.string(), upsells: z.array(Upsell), order: Order });

/** Offers besides a treatment; spread into `growth`. */
export const upsellCalls = {
  onboardingUpsell: endpoint({
    method: "GET",
    base: "v2",
    path: "/onboarding/upsell",
    summary: "Offers during the visit",
    auth: "patient",
    ok: Upsells,
    errors: ["visit_stopped"],
  }),
  acceptOnboardingUpsell: endpoint({
    method: "POST",
    base: "v2",
    path: "/onboarding/upsell/accept",
    summary: "Add an offer to the visit's order; it is paid with it",
    auth: "patient",
    idempotency: true,
    body: z.strictObject({ upsellId: Id, coupon: z.optional(CouponCode) }),
    ok: z.object({ message: z.string(), upsell: Upsell, chosen: z.array(Choice) }),
    errors: [
      ...couponErrors,
      "wrong_state",
      "step_ahead",
      "step_completed",
      "visit_stopped",
      "payment_pending",
      "not_available_in_state",
    ],
  }),
  upsells: endpoint({
    method: "GET",
    base: "default",
    path: "/upsell",
    summary: "Her open offers",
    auth: "patient",
    ok: Upsells,
    errors: [],
  }),
  dashboardUpsells: endpoint({
    method: "GET",
    base: "default",
    path: "/upsell/dashboard",
    summary: "The offers to show on the dashboard, in order",
    auth: "patient",
    ok: Upsells,
    errors: [],
  }),
  availableUpsells: endpoint({
    method: "GET",
    base: "default",
    path: "/upsell/availableupsell",
    summary: "Offers her answers and state allow; `show=all` with those she accepted or denied",
    auth: "patient",
    query: z.object({ show: z.optional(z.literal("all")) }),
    ok: Upsells,
    errors: [],
  }),
  acceptUpsell: endpoint({
    method: "PUT",
    base: "default",
    path: "/upsell/{id}/accept",
    summary: "Accept an offer and pay it with the card on file",
    auth: "patient",
    idempotency: true,
    params: ById,
    body: z.strictObject({ coupon: z.optional(CouponCode), totalamount: Dollars }),
    ok: UpsellOrder,
    errors: acceptErrors,
  }),
  acceptUpsellProduct: endpoint({
    method: "POST",
    base: "default",
    path: "/upsell/accept",
    summary: "Accept an offer by its product and pay it with the card on file",
    auth: "patient",
    idempotency: true,
    body: AcceptedUpsell,
    ok: UpsellOrder,
    status: 201,
    errors: acceptErrors,
  }),
  acceptUpsellProducts: endpoint({
    method: "POST",
    base: "default",
    path: "/upsell/accept-multiple",
    summary: "Accept several offers in one order",
    auth: "patient",
    idempotency: true,
    body: z.strictObject({
      upsells: z
        .array(z.omit(AcceptedUpsell, { coupon: true, totalamount: true }))
        .check(z.minLength(1, "Please choose at least one."), z.maxLength(10)),
      coupon: z.optional(CouponCode),
      totalamount: Dollars,
    }),
    ok: UpsellOrder,
    status: 201,
    errors: acceptErrors,
  }),
  denyUpsell: endpoint({
    method: "PUT",
    base: "default",
    path: "/upsell/{id}/deny",
    summary: "Decline an offer; it is not made again",
    auth: "patient",
    params: ById,
    body: Nothing,
    ok: Upsell,
    errors: ["wrong_state"],
  }),
  withdrawUpsell: endpoint({
    method: "PUT",
    base: "default",
    path: "/upsell/order/{id}/withdraw",
    summary: "Take an order of offers back while her doctor has not decided; nothing of it is charged",
    auth: "patient",
    params: ById,
    body: Nothing,
    ok: z.object({ message: z.string(), order: Order }),
    errors: ["wrong_state"],
  }),
  offerUpsell: endpoint({
    method: "POST",
    base: "default",
    path: "/upsell/addtopatient/{id}",
    summary: "Open the offer of a product (ESTRIOL51, UPSELL51) to her; an open one is returned",
    auth: "patient",
    params: z.object({ id: line(60) }),
    body: z.optional(z.nullable(z.strictObject({ triggeredfrom: z.optional(Trigger) }))),
    ok: Upsell,
    errors: ["wrong_state", "payment_pending", "not_available_in_state", "visit_stopped"],
  }),
} as const;
