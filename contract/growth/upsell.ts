import * as z from "zod/mini";
import { CatalogueProduct } from "#contract/catalogue.ts";
import { Dollars, Id, singleLine, EmptyBody, optionalText } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { couponErrors, orderErrors } from "#contract/http/errors.ts";
import { IdParams } from "#contract/http/params.ts";
import { ProductChoice } from "#contract/onboarding/options.ts";
import { Order } from "#contract/orders/orders.ts";
import { CouponCode } from "./promo.ts";

/** An upsell for a patient; money in dollars. */
export const Upsell = z.object({
  upsellId: Id,
  /** The code of the upsell (spec §9): `ESTRIOL51`, `UPSELL51`; `product.productid` is its id in the catalogue. */
  productId: z.string(),
  pricingId: z.string(),
  triggeredfrom: z.string(),
  couponId: z.nullable(z.string()),
  /** Only open upsells can be accepted or denied. */
  status: z.enum(["open", "accepted", "denied"]),
  /** Its name in an address: `upsell=cream`. */
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** Id of a help article with more details. */
  article: z.nullable(z.string()),
  product: CatalogueProduct,
  price: Dollars,
  discount: Dollars,
  /** Source of the discount, as text; null without one. */
  discountfrom: z.nullable(z.string()),
  taxamount: Dollars,
  shipping: Dollars,
  total: Dollars,
  /** Price of each prescription order after the first, tax included, and its days' supply, which is the interval. Null where it doesn't renew. */
  renewal: z.nullable(z.object({ amount: Dollars, dayssupply: z.int() })),
});
export type Upsell = z.output<typeof Upsell>;

export const Upsells = z.object({ items: z.array(Upsell) });

/** Where in the app or a mail an upsell was opened: one plain word. */
const Trigger = z.string().check(z.regex(/^[a-z0-9_-]{1,60}$/i, "Please use only letters, digits, - and _."));

/** A coupon code for the order; empty or null is none. `couponId` is its name in an upsell, `coupon` the one the app sends (spec §3, §7). */
const couponFields = {
  coupon: optionalText(z.nullable(CouponCode)),
  couponId: optionalText(z.nullable(CouponCode)),
};
/** The total the patient saw; a higher one on the server returns `price_changed`. Left out: the patient agrees to the current price. */
const totalField = { totalamount: z.optional(Dollars) };
/** The upsell's own values, sent back with it: in another pricing, from elsewhere. */
const upsellContextFields = { pricingId: optionalText(singleLine(80)), triggeredfrom: optionalText(Trigger) };
const upsellFields = {
  upsellId: optionalText(Id),
  productId: optionalText(singleLine(60)),
  ...upsellContextFields,
  ...couponFields,
};

/** The product of an upsell, by its code or its id in the catalogue; `upsellId` when it was an upsell of ours. */
const AcceptedUpsell = z.strictObject({ ...upsellFields, productId: singleLine(60), pricingId: singleLine(80) });

const acceptErrors = [...orderErrors, "visit_stopped"] as const;

/** Prescription products are only authorized, until the doctor approves them. */
export const UpsellOrderResult = z.object({ message: z.string(), upsells: z.array(Upsell), order: Order });

/** Upsells in addition to a treatment; spread into `growth`. */
export const upsellCalls = {
  onboardingUpsell: patientCall("GET /onboarding/upsell", {
    base: "v2",
    summary: "Offers during the visit",
    shows: ["offer"],
    ok: Upsells,
    errors: ["visit_stopped"],
  }),
  acceptOnboardingUpsell: patientCall("POST /onboarding/upsell/accept", {
    base: "v2",
    summary: "Add an offer to the visit's order; it is paid with it",
    idempotency: { untilNextWrite: true },
    body: z.strictObject({ ...upsellFields, upsellId: Id }),
    ok: z.object({ message: z.string(), upsell: Upsell, chosen: z.array(ProductChoice) }),
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
  upsells: patientCall("GET /upsell", {
    summary: "The patient's open offers",
    ok: Upsells,
  }),
  dashboardUpsells: patientCall("GET /upsell/dashboard", {
    summary: "The offers to show on the dashboard, in order",
    shows: ["offer"],
    ok: Upsells,
  }),
  availableUpsells: patientCall("GET /upsell/availableupsell", {
    summary: "Offers the patient's answers and state allow; `show=all` includes those accepted or declined",
    query: z.object({ show: optionalText(z.literal("all")) }),
    ok: Upsells,
  }),
  acceptUpsell: patientCall("PUT /upsell/{id}/accept", {
    summary: "Accept an offer and pay it with the card on file",
    idempotency: true,
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ ...upsellFields, ...totalField }))),
    ok: UpsellOrderResult,
    errors: acceptErrors,
  }),
  acceptUpsellProduct: patientCall("POST /upsell/accept", {
    summary: "Accept an offer by its product and pay it with the card on file",
    idempotency: true,
    body: z.extend(AcceptedUpsell, totalField),
    ok: UpsellOrderResult,
    status: 201,
    errors: acceptErrors,
  }),
  acceptUpsellProducts: patientCall("POST /upsell/accept-multiple", {
    summary: "Accept several offers in one order",
    idempotency: true,
    body: z.strictObject({
      upsells: z.array(AcceptedUpsell).check(z.minLength(1, "Please choose at least one."), z.maxLength(10)),
      ...couponFields,
      ...totalField,
    }),
    ok: UpsellOrderResult,
    status: 201,
    errors: acceptErrors,
  }),
  denyUpsell: patientCall("PUT /upsell/{id}/deny", {
    summary: "Decline an offer; it is not made again",
    params: IdParams,
    body: EmptyBody,
    ok: Upsell,
    errors: ["wrong_state"],
  }),
  withdrawUpsell: patientCall("PUT /upsell/order/{id}/withdraw", {
    summary: "Withdraw an order of offers while the doctor has not decided; nothing of it is charged",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ message: z.string(), order: Order }),
    errors: ["wrong_state"],
  }),
  addUpsellToPatient: patientCall("POST /upsell/addtopatient/{id}", {
    summary:
      "Open an offer by its code (ESTRIOL51, UPSELL51), product or id; an open one is returned with `triggeredfrom` updated",
    params: z.object({ id: singleLine(60) }),
    body: z.optional(z.nullable(z.strictObject({ triggeredfrom: optionalText(Trigger) }))),
    ok: Upsell,
    errors: ["wrong_state", "payment_pending", "not_available_in_state", "visit_stopped"],
  }),
} as const;
