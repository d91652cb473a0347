import { z } from "zod";
import { limits } from "#contract/constants.ts";
import { BasisPoints, Cents, ContentDay, State, TaxCategory, NonEmptyText, usesOnly } from "./fields.ts";

const Rates = z.strictObject({
  rx_drug: BasisPoints,
  otc_drug: BasisPoints,
  cosmetic: BasisPoints,
  service: BasisPoints,
  shipping: BasisPoints,
});

/** Keys a tax rate is looked up by. */
export const TaxKey = z.enum([...TaxCategory.options, "shipping"]);
export type TaxKey = z.output<typeof TaxKey>;

/** Sales tax by ship-to state and category, in basis points. */
export const TaxRatesFile = z.strictObject({
  note: NonEmptyText,
  source: NonEmptyText,
  asof: ContentDay,
  rates: z.record(State, Rates),
});

export const ShippingFile = z.strictObject({
  note: NonEmptyText,
  /** Maximum calendar days from a charge to delivery. */
  leaddays: z.int().min(1).max(30),
  /** Maximum working days until the pharmacy sends a parcel. */
  pharmacydays: z.int().min(0).max(10),
  /** The pharmacist who packed an order may verify it as well. */
  packerverifies: z.boolean(),
  /** How many days ahead a medicine may be planned to begin, at most. */
  lateststartdays: z.int().min(14).max(184),
  /** What the pharmacy is asked where nobody could be mailed that a box which left was voided. */
  voidedtask: NonEmptyText.refine(usesOnly(["ordernumber"]), "must use no placeholder but {{ordernumber}}"),
  standard: z.strictObject({
    cents: Cents,
    label: NonEmptyText,
    businessdays: z.strictObject({ from: z.int().min(0), to: z.int().min(1) }),
  }),
});

export const Coupon = z
  .strictObject({
    code: z.string().regex(/^[A-Z0-9]{4,40}$/),
    description: NonEmptyText,
    /** Exactly one of `percent` and `amountcents` is set. */
    percent: z.int().min(1).max(100).optional(),
    amountcents: Cents.optional(),
    /** First and last day it is valid, in the clinic's time zone. */
    startson: ContentDay,
    endson: ContentDay,
    /** Uses over all patients; absent means no limit. */
    totallimit: z.int().min(1).optional(),
    perpatient: z.int().min(1),
    /** For patients who have ordered before. */
    returningonly: z.boolean(),
    /** For a first order: not shown to, and not usable by, patients who have ordered. */
    firstorder: z.boolean().optional(),
    /** Shown below the content of a page while the code is active in the session. */
    banner: NonEmptyText,
  })
  .refine(
    (coupon) => (coupon.percent === undefined) !== (coupon.amountcents === undefined),
    "needs either percent or amountcents",
  )
  .refine((coupon) => coupon.startson <= coupon.endson, "ends before it starts");
export type Coupon = z.output<typeof Coupon>;

export const CouponsFile = z.strictObject({
  /** What a follow-up's discount is taken off: prescription products only, or the whole order. */
  followupdiscount: z.enum(["treatment", "everything"]).default("treatment"),
  /** The most that a patient may be given in 30 days as credits, by role. */
  creditlimits: z.strictObject({ patient_services: Cents, finance: Cents, administrator: Cents }),
  note: NonEmptyText,
  coupons: z.array(Coupon),
});

/** What is offered once, on the screen where a subscription is cancelled; `null` offers nothing. */
export const CancelOfferFile = z.strictObject({
  note: NonEmptyText,
  offer: z.nullable(
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("discount"), percent: z.int().min(1).max(90) }),
      z.strictObject({ kind: z.literal("pause"), months: z.int().min(1).max(limits.pauseMonthsMax) }),
    ]),
  ),
});
