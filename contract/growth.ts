import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Order } from "./entities.ts";
import { chargeErrors, couponErrors } from "./errors.ts";
import { Choice, Coupon, OfferedProduct } from "./onboarding.ts";
import { ById } from "./params.ts";
import { Dollars, Done, Email, Id, line, Moment, Nothing } from "./shapes.ts";

/** The UTM set of spec §3. */
export const Utm = z.object({
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  source: z.nullable(z.string()),
  medium: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
  term: z.nullable(z.string()),
  content: z.nullable(z.string()),
  audience: z.nullable(z.string()),
  site: z.nullable(z.string()),
  placement: z.nullable(z.string()),
});
export type Utm = z.output<typeof Utm>;

/** An offer made to her; money in dollars. */
export const Upsell = z.object({
  upsellId: Id,
  productId: z.string(),
  pricingId: z.string(),
  triggeredfrom: z.string(),
  couponId: z.nullable(z.string()),
  /** Open offers only can be accepted or denied. */
  status: z.enum(["open", "accepted", "denied"]),
  title: z.string(),
  text: z.string(),
  product: OfferedProduct,
  price: Dollars,
  discount: Dollars,
  total: Dollars,
});
export type Upsell = z.output<typeof Upsell>;

const Upsells = z.object({ items: z.array(Upsell) });

const CouponCode = line(40, "Please enter a code.");
/** The product an offer is about, as the browser keeps it; `upsellId` when it was an offer of ours. */
const AcceptedUpsell = z.strictObject({
  upsellId: z.optional(Id),
  productId: line(60),
  pricingId: line(80),
  triggeredfrom: z.optional(line(60)),
  coupon: z.optional(CouponCode),
  /** Total she saw; another one on the server answers `price_changed`. */
  totalamount: z.optional(Dollars),
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

export const Referral = z.object({
  referralcode: z.string(),
  referralLink: z.string(),
  /** What a friend gets and what she gets, in words. */
  friendreward: z.string(),
  ownreward: z.string(),
  /** Friends as she invited them, newest first: never whether an e-mail is a patient's. */
  invitations: z.array(
    z.object({
      email: z.string(),
      sentat: Moment,
      /** From when it can be mailed once more; null after the last mail. */
      againfrom: z.nullable(Moment),
      /** That moment has come. */
      again: z.boolean(),
    }),
  ),
  rewardsearned: z.int(),
  /** Newest first, by month only (`YYYY-MM`), so that a day does not tell which friend ordered. */
  rewards: z.array(z.object({ month: z.string() })),
});
const ReferralCode = line(40, "Please enter a referral code.");

export const growth = {
  sessionUtm: endpoint({
    method: "GET",
    base: "default",
    path: "/session/utm",
    summary: "The campaign of this session (last touch); null without one",
    auth: "optional",
    ok: z.object({ utm: z.nullable(Utm) }),
    errors: [],
  }),
  firstTouchUtm: endpoint({
    method: "GET",
    base: "default",
    path: "/firsttouch/utm",
    summary: "The campaign that brought her first; never changes once written",
    auth: "optional",
    ok: z.object({ utm: z.nullable(Utm) }),
    errors: [],
  }),
  experiments: endpoint({
    method: "GET",
    base: "v2",
    path: "/experiment",
    summary: "The experiments of this visitor and the variant she sees",
    auth: "optional",
    ok: z.object({ items: z.array(z.object({ name: z.string(), variant: z.string() })) }),
    errors: [],
  }),
  acceptNewTerms: endpoint({
    method: "PUT",
    base: "v2",
    path: "/patient/acceptednewterms",
    summary: "Accept the new terms; the version accepted is recorded as her consent",
    auth: "patient",
    body: z.optional(z.nullable(z.strictObject({ version: z.optional(line(40)) }))),
    ok: z.object({ acceptednewterms: z.literal(true), version: z.string(), acceptedat: Moment }),
    errors: ["conflict"],
  }),
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
    errors: [...couponErrors, "wrong_state", "step_completed", "visit_stopped"],
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
    body: z.optional(z.nullable(z.strictObject({ coupon: z.optional(CouponCode), totalamount: z.optional(Dollars) }))),
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
      totalamount: z.optional(Dollars),
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
  offerUpsell: endpoint({
    method: "POST",
    base: "default",
    path: "/upsell/addtopatient/{id}",
    summary: "Open the offer of a product (ESTRIOL51, UPSELL51) to her; an open one is returned",
    auth: "patient",
    params: z.object({ id: line(60) }),
    body: z.optional(z.nullable(z.strictObject({ triggeredfrom: z.optional(line(60)) }))),
    ok: Upsell,
    errors: ["wrong_state", "not_available_in_state", "visit_stopped"],
  }),
  referral: endpoint({
    method: "POST",
    base: "default",
    path: "/user/referral",
    summary: "Her referral link, made at the first call, and what came of it",
    auth: "patient",
    body: Nothing,
    ok: Referral,
    errors: [],
  }),
  checkReferral: endpoint({
    method: "POST",
    base: "default",
    path: "/referral/check",
    summary: "What a referral code gives",
    auth: "optional",
    body: z.strictObject({ referralcode: ReferralCode }),
    ok: z.object({
      referralcode: z.string(),
      friendreward: z.string(),
      percent: z.nullable(z.int()),
      amount: z.nullable(Dollars),
    }),
    errors: ["referral_not_found", "referral_own", "referral_used"],
  }),
  inviteFriend: endpoint({
    method: "POST",
    base: "default",
    path: "/referral/patient",
    summary: "Mail her referral link to a friend; the answer is the same for every e-mail",
    auth: "patient",
    idempotency: true,
    body: z.strictObject({
      referralLink: z.url("Please use your own referral link.").check(z.maxLength(500)),
      email: Email,
    }),
    ok: Referral,
    status: 201,
    errors: ["referral_not_found", "too_early", "wrong_state"],
  }),
  stopInvitations: endpoint({
    method: "POST",
    base: "default",
    path: "/referral/stop",
    summary: "No invitation is ever mailed to the address of this link again; needs no account",
    auth: "public",
    body: z.strictObject({ token: line(200, "Please open the link of the mail again.") }),
    ok: Done,
    errors: ["link_expired"],
  }),
  overwriteReferral: endpoint({
    method: "POST",
    base: "default",
    path: "/referral/overwrite",
    summary: "Use another referral code than the one she came with, before her first order",
    auth: "patient",
    body: z.strictObject({ referralcode: ReferralCode }),
    ok: z.object({ usedreferralcode: z.string() }),
    errors: ["referral_not_found", "referral_own", "referral_used", "step_completed"],
  }),
  validateDiscount: endpoint({
    method: "POST",
    base: "default",
    path: "/discount/{id}/validate",
    summary: "Whether a promo code can be used by this patient, and what it gives",
    auth: "patient",
    params: ById,
    body: z.strictObject({ promocode: CouponCode }),
    ok: Coupon,
    errors: couponErrors,
  }),
  applyPromoCode: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/promocode",
    summary: "Keep a promo code for a returning patient's next charge",
    auth: "patient",
    body: z.strictObject({ code: CouponCode }),
    ok: z.object({ message: z.string(), coupon: Coupon }),
    errors: couponErrors,
  }),
} as const;
