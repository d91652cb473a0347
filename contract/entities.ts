import * as z from "zod/mini";
import { uploadTypes } from "./constants.ts";
import { cartQuantityMax } from "./cart/frame-limits.ts";
import {
  Day,
  Dollars,
  Id,
  singleLine,
  Moment,
  optionalText,
  Phone,
  StateId,
  multiLine,
  ZipCode,
} from "./fields/fields.ts";
import { zipFitsState } from "./fields/zip-states.ts";

export const Doctor = z.object({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  name: z.string(),
  credentials: z.string(),
  bio: z.string(),
  profileUrl: z.string(),
});
export type Doctor = z.output<typeof Doctor>;

/** Why the last charge failed (spec §3). */
export const FailedTransactionReason = z.enum([
  "insufficient_funds",
  "lost_card",
  "invalid_expiry_month",
  "expired_card",
  "generic_decline",
]);

export const User = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  email: z.string(),
  emailverified: z.boolean(),
  profileUrl: z.nullable(z.string()),
  phoneno: z.nullable(z.string()),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  followup_code: z.nullable(z.string()),
  hasfailedtransaction: z.boolean(),
  failedtransactionreason: z.nullable(FailedTransactionReason),
  needspatientreply: z.boolean(),
  pharmacy: z.nullable(z.string()),
});
export type User = z.output<typeof User>;

const Street = singleLine(120, "Please enter your street address.");
const City = singleLine(80, "Please enter your city.");

/** A form marks it required (spec §5), so "none" is a valid answer, and means that there is no apartment. */
const Apartment = z.string().check(
  z.trim(),
  z.maxLength(120, "Please use at most 120 characters."),
  z.overwrite((typed) => (/^(?:none|no|n\/?a|-+)\.?$/i.test(typed) ? "" : typed)),
);

/** Forms drop empty values from the payload, so apartment and country are optional here. */
export const ShippingAddressBody = z
  .strictObject({
    /** An address may be sent back whole as it was read: the path says which one is meant. */
    id: optionalText(Id),
    firstname: optionalText(singleLine(60)),
    lastname: optionalText(singleLine(60)),
    address1: Street,
    address2: optionalText(Apartment),
    city: City,
    state: StateId,
    zipcode: ZipCode,
    country: optionalText(z.literal("US", "We ship within the United States only.")),
    phoneno: optionalText(Phone),
  })
  .check(zipFitsState);

export const ShippingAddress = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  address1: z.string(),
  address2: z.nullable(z.string()),
  city: z.string(),
  state: StateId,
  zipcode: z.string(),
  country: z.literal("US"),
  phoneno: z.nullable(z.string()),
  default: z.boolean(),
});

export const BillingAddress = z
  .strictObject(
    {
      address1: Street,
      address2: optionalText(Apartment),
      city: City,
      state: StateId,
      zipcode: ZipCode,
      country: optionalText(z.literal("US", "We bill within the United States only.")),
      phoneno: optionalText(Phone),
    },
    {
      error: ({ code }) =>
        code === "invalid_type"
          ? "Please enter your billing address, or say that it is the same as your shipping address."
          : undefined,
    },
  )
  .check(zipFitsState);

/** `{ productid, pricingid, quantity }` of spec §3; a price in it is refused. */
export const CheckoutLine = z.strictObject({
  productid: singleLine(60),
  pricingid: singleLine(80),
  quantity: z
    .int("Please enter a whole number.")
    .check(
      z.minimum(1, "Please enter at least 1."),
      z.maximum(cartQuantityMax, `Please order at most ${cartQuantityMax} at once.`),
    ),
});

export const OrderDetail = z.object({
  productid: z.string(),
  pricingid: z.string(),
  name: z.string(),
  dosage: z.string(),
  image: z.string(),
  quantity: z.int(),
  dayssupply: z.int(),
  prescription: z.boolean(),
  price: Dollars,
  discount: Dollars,
  tax: Dollars,
  total: Dollars,
  /** The item is not sent; its money is refunded. */
  cancelled: z.boolean(),
});

export const OrderSummary = z.object({
  subtotal: Dollars,
  discount: Dollars,
  taxamount: Dollars,
  shipping: Dollars,
  totalamount: Dollars,
  couponid: z.nullable(z.string()),
  /** Source of the discount, as text; null without one. */
  discountfrom: z.nullable(z.string()),
});

export const TimelineEntry = z.object({
  event: z.enum([
    "paid",
    "authorized",
    "in_review",
    "approved",
    "declined",
    "voided",
    "pharmacy",
    "shipped",
    "delivered",
    "cancelled",
    /** One event for each refund. */
    "refunded",
    /** A bank returned a refund to the practice. */
    "refund_returned",
  ]),
  label: z.string(),
  at: z.nullable(Moment),
  state: z.enum(["done", "current", "todo"]),
  detail: z.nullable(z.string()),
  /** Amount of a refund made or returned. */
  amount: z.nullable(Dollars),
});

export const OrderStatus = z.enum([
  "pending",
  "authorizing",
  "unknown",
  "authorized",
  "paid",
  "shipped",
  "delivered",
  "voided",
  "failed",
  "cancelled",
  "refunded",
]);

export const Order = z.object({
  id: Id,
  /** Added as an upsell to an ongoing treatment; the doctor decides on it separately. Absent otherwise. */
  added: z.optional(z.literal(true)),
  number: z.nullable(z.string()),
  status: OrderStatus,
  placedat: Moment,
  detail: z.array(OrderDetail),
  summary: OrderSummary,
  /** Amount refunded so far. */
  refunded: Dollars,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  shipto: z.nullable(
    z.object({
      address1: z.string(),
      address2: z.nullable(z.string()),
      city: z.string(),
      state: z.string(),
      zipcode: z.string(),
    }),
  ),
  timeline: z.array(TimelineEntry),
});
export type Order = z.output<typeof Order>;

/** A card on file: never more than brand, last four and expiry. */
export const PaymentSource = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  expmonth: z.int(),
  expyear: z.int(),
  default: z.boolean(),
});

export const IdentityStatus = z.enum(["none", "matched", "no_match", "review"]);
export const IdentityPhotoKind = z.enum(["photo_id", "selfie"]);

/** State of the physician's decision on a treatment plan. */
export const PlanStatus = z.enum(["none", "in_review", "approved", "declined"]);
export type PlanStatus = z.output<typeof PlanStatus>;

export const PlanItem = z.object({
  productid: z.string(),
  name: z.string(),
  dosage: z.string(),
  image: z.string(),
  prescription: z.boolean(),
  /** How the patient takes it, in the doctor's words. */
  directions: z.nullable(z.string()),
});
export type PlanItem = z.output<typeof PlanItem>;

export const Shipment = z.object({
  carrier: z.string(),
  trackingnumber: z.string(),
  trackingurl: z.nullable(z.string()),
  shippedat: Moment,
  estimateddelivery: z.nullable(Day),
  deliveredat: z.nullable(Moment),
});

/** Life of one prescription order (decisions: `scheduled → processing → shipped → delivered`, or one of the three ends). */
export const PrescriptionOrderStatus = z.enum([
  "scheduled",
  "processing",
  "shipped",
  "delivered",
  "skipped",
  "cancelled",
  "payment_failed",
]);

export const PrescriptionOrder = z.object({
  id: Id,
  subscriptionid: Id,
  /** The order that was charged for it; null while scheduled. */
  orderid: z.nullable(Id),
  status: PrescriptionOrderStatus,
  /** Day it is or was due; a failed charge does not move it. */
  plannedon: Day,
  /**
   * Day the card is or was charged; after a failed charge, the day of the next attempt. Null when none is planned, and while a payment is disputed.
   */
  chargeon: z.nullable(Day),
  /**
   * Whose decision it waits for: until then it is not charged. `both`: the doctor discontinued its medicine, and the patient has agreed to no
   * replacement. While a payment is disputed the `bank`; after a dispute decided for the patient the `practice`.
   */
  waitsfor: z.nullable(z.enum(["doctor", "both", "bank", "practice"])),
  /** With tax, without shipping. */
  amount: Dollars,
  shipment: z.nullable(Shipment),
  /** What the patient may do with it. */
  actions: z.array(z.enum(["getnext", "reorder", "skip", "cancel"])),
  /**
   * What `getnext` would send today, all in one parcel, the total charged to the card, and the day of the following charge, null while charges are
   * suspended; null where it is not offered.
   */
  getnext: z.nullable(z.object({ names: z.array(z.string()), amount: Dollars, nextchargeon: z.nullable(Day) })),
  /** First day `getnext` is possible, when it is not yet. */
  getnextfrom: z.nullable(Day),
  /** Day of the charge after this one, if this one is skipped or cancelled; null for one that is not planned. */
  nextafter: z.nullable(Day),
  /** Today's price of ordering it once more, with tax; null where that is not offered. */
  reorderamount: z.nullable(Dollars),
});
export type PrescriptionOrder = z.output<typeof PrescriptionOrder>;

export const SubscriptionStatus = z.enum(["pending", "active", "paused", "past_due", "cancelled"]);

export const CancelOffer = z.object({ kind: z.enum(["discount", "pause"]), text: z.string() });

export const Subscription = z.object({
  id: Id,
  status: SubscriptionStatus,
  /** Its status and when it is charged next, or why it is not, in a sentence. */
  statustext: z.string(),
  item: PlanItem,
  pricingid: z.string(),
  quantity: z.int(),
  /** Price of one charge, in dollars, and the days its medicine lasts, which is the interval between charges. */
  price: Dollars,
  dayssupply: z.int(),
  /** An answer speaks against it: its prescription is on hold until a doctor has dealt with that. */
  onhold: z.boolean(),
  /** Last day of the delivered medicine; null before the first parcel, once it is used up, and while it is on hold. */
  lastsuntil: z.nullable(Day),
  /** Names of the patient's other subscriptions in the same parcel: skipping, pausing or sending at once applies to them, too. */
  together: z.array(z.string()),
  startedat: Moment,
  nextchargeon: z.nullable(Day),
  /** Day a pause ends automatically. */
  pauseduntil: z.nullable(Day),
  /** Days a pause of one month, of two and so on would end; none where it cannot be paused. */
  pauseuntil: z.array(Day),
  /** Day of the next charge, if a pause were ended today. */
  resumeon: z.nullable(Day),
  cancelledat: z.nullable(Moment),
  refillsleft: z.nullable(z.int()),
  /** The one offer made on the cancel screen; null when there is none, or it was taken. */
  canceloffer: z.nullable(CancelOffer),
  /** Warning before it alone is paused, skipped or cancelled: another active subscription of the patient's needs it. */
  warning: z.nullable(z.string()),
  actions: z.array(z.enum(["pause", "resume", "preventcancel", "cancel"])),
  prescriptionorders: z.array(PrescriptionOrder),
});
export type Subscription = z.output<typeof Subscription>;

/** A file stored for a patient: what it is, never its storage location. */
export const StoredFile = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(uploadTypes),
  bytes: z.int(),
  createdat: Moment,
});

export const ConversationKind = z.enum(["doctor", "patient_services"]);

/** `prescription_followup` asks the patient to open their follow-up (spec §3). */
export const MessageType = z.enum(["text", "attachment", "prescription_followup", "system"]);

export const Message = z.object({
  id: Id,
  conversationid: Id,
  /** Position in the conversation: 1, 2, 3 … without gaps; the only order there is. */
  seq: z.int(),
  /** The author's own id of the message; a repeated request returns the existing message. */
  clientid: z.nullable(z.string()),
  type: MessageType,
  sender: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(["patient", "doctor", "patient_services", "system"]),
  }),
  patientId: Id,
  message: z.string(),
  attachment: z.nullable(StoredFile),
  needsreply: z.boolean(),
  actionstatus: z.nullable(z.enum(["PENDING", "ANSWERED"])),
  /** Follow-up that a `prescription_followup` message opens. */
  followupid: z.nullable(Id),
  createdat: Moment,
});
export type Message = z.output<typeof Message>;

/** The text of a message; the attachment calls carry files. */
export const messageText = multiLine(5000, "Please write a message.");

/** Unique per author for ever; a repeated request returns the existing message. */
export const ClientId = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,64}$/, "Please use 1 to 64 letters, digits and marks, without spaces."));
