import * as z from "zod/mini";
import { Dollars, Moment, Id, Day } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

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
    /** A parcel left that isn't the whole order, or that came back. */
    "parcel_shipped",
    "parcel_delivered",
    /** The carrier brought a parcel back to the pharmacy. */
    "parcel_returned",
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
  upsell: z.optional(z.literal(true)),
  number: z.nullable(z.string()),
  status: OrderStatus,
  placedat: Moment,
  /** What was ordered; empty for a caller of the practice who only handles money. */
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
  /** What the practice found to be wrong with what it sent, and what to do now. Absent otherwise, and for a caller of the practice who only handles money. */
  correction: z.optional(z.object({ at: Moment, text: z.string() })),
});
export type Order = z.output<typeof Order>;

export const Shipment = z.object({
  carrier: z.string(),
  trackingnumber: z.string(),
  trackingurl: z.nullable(z.string()),
  shippedat: Moment,
  estimateddelivery: z.nullable(Day),
  deliveredat: z.nullable(Moment),
});

/** An order and its parcel; spread into `treatment`. */
export const orderCalls = {
  order: patientCall("GET /order/{id}", {
    summary: "One order with its dated timeline",
    shows: ["treatment", "order"],
    params: IdParams,
    ok: Order,
  }),
  shipment: patientCall("GET /user/prescriptionorder/{id}/shipment", {
    summary: "Where a prescription order's parcel is; null before it left the pharmacy",
    shows: ["order"],
    params: IdParams,
    ok: z.object({ prescriptionorderid: Id, shipment: z.nullable(Shipment) }),
  }),
} as const;
