import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  CancelOffer,
  Doctor,
  Order,
  PlanItem,
  PlanStatus,
  PrescriptionOrder,
  Shipment,
  Subscription,
} from "./entities.ts";
import { chargeErrors } from "./errors.ts";
import { ById } from "./params.ts";
import { Day, Dollars, Id, Moment, Nothing, text } from "./shapes.ts";

/** One thing only she can do now, with the screen where she does it. */
export const Need = z.object({
  kind: z.enum([
    "talk_to_doctor",
    "finish_visit",
    "verify_identity",
    "update_payment",
    "confirm_payment",
    "reply_to_doctor",
    "treatment_review",
    "verify_email",
    "renew_prescription",
    "agree_to_change",
  ]),
  title: z.string(),
  text: z.string(),
  href: z.string(),
  /** She has begun it: she goes on. */
  begun: z.optional(z.literal(true)),
});
export type Need = z.output<typeof Need>;

/** A charge to come: what is due on one day goes on the card in one sum. */
export const ComingCharge = z.object({
  chargeon: Day,
  /** With tax and shipping, as of today. */
  amount: Dollars,
  /** What it is for. */
  items: z.array(z.object({ prescriptionorderid: Id, subscriptionid: Id, name: z.string(), amount: Dollars })),
  /** The last try failed; this is the day of the next one. */
  retry: z.boolean(),
});

/** What her doctor prescribed instead of something she gets, and what it means for her card. */
export const TreatmentChange = z.object({
  id: Id,
  subscriptionid: Id,
  /** `waiting`: it costs more than she agreed to, so nothing changes and nothing is charged before she agrees. */
  status: z.enum(["waiting", "agreed", "refused"]),
  /** Each price is that of one charge, with the tax of today. */
  from: z.object({ name: z.string(), dosage: z.string(), price: Dollars, months: z.int() }),
  to: z.object({
    name: z.string(),
    dosage: z.string(),
    price: Dollars,
    months: z.int(),
    directions: z.nullable(z.string()),
  }),
  /** The first charge of the new one; null while none is planned. */
  chargeon: z.nullable(Day),
  doctor: z.nullable(Doctor),
  note: z.nullable(z.string()),
  /** What her doctor is told in her name if she says no. */
  refusal: z.string(),
  at: Moment,
});
export type TreatmentChange = z.output<typeof TreatmentChange>;

/** Everything the home and treatment screens show. */
export const Treatment = z.object({
  /** Null until the router has matched one. */
  doctor: z.nullable(Doctor),
  plan: z.object({
    status: PlanStatus,
    statustext: z.string(),
    since: z.nullable(Moment),
    /** `fromnextorder`: her doctor changed it, and none of it has left the pharmacy yet. */
    items: z.array(z.extend(PlanItem, { fromnextorder: z.boolean() })),
    /** What happens next and by when, in a sentence. */
    nextstep: z.string(),
    /** The doctor's note to her with the decision. */
    note: z.nullable(z.string()),
  }),
  /** Newest first. */
  orders: z.array(Order),
  subscriptions: z.array(Subscription),
  /** Soonest first. */
  charges: z.array(ComingCharge),
  /** What she added besides and her doctor has not decided on yet, by order; oldest first. */
  additions: z.array(z.object({ orderid: Id, names: z.array(z.string()), text: z.string() })),
  /** Changes by her doctor of the last 60 days and those that wait for her, newest first. */
  changes: z.array(TreatmentChange),
  /** What a review, an invitation or a code earned her and her next refill is charged without; in words. */
  discounts: z.array(z.object({ text: z.string(), amount: z.nullable(Dollars), percent: z.nullable(z.int()) })),
  /** Most urgent first. */
  needs: z.array(Need),
});
export type Treatment = z.output<typeof Treatment>;

/** Left out: every subscription of hers. */
const WhichSubscription = { subscriptionid: z.optional(Id) };
const Subscriptions = z.object({ message: z.string(), subscriptions: z.array(Subscription) });
const Changed = z.object({ message: z.string(), prescriptionorder: PrescriptionOrder });
/** `order` is null when nothing was charged yet (`review_requested`: the doctor renews the prescription first). */
const Supplied = z.object({
  outcome: z.enum(["ordered", "review_requested"]),
  message: z.string(),
  prescriptionorder: PrescriptionOrder,
  order: z.nullable(Order),
});
const supplyErrors = [
  ...chargeErrors,
  "wrong_state",
  "prescription_needed",
  "not_available_in_state",
  "visit_stopped",
] as const;

export const treatment = {
  full: endpoint({
    method: "GET",
    base: "v2",
    path: "/prescriptionOrder/full",
    summary: "Her doctor, plan, orders, subscriptions and what she is asked to do",
    auth: "patient",
    ok: Treatment,
    errors: [],
  }),
  order: endpoint({
    method: "GET",
    base: "default",
    path: "/order/{id}",
    summary: "One order with its dated timeline",
    auth: "patient",
    params: ById,
    ok: Order,
    errors: [],
  }),
  shipment: endpoint({
    method: "GET",
    base: "default",
    path: "/user/prescriptionorder/{id}/shipment",
    summary: "Where a prescription order's parcel is; null before it left the pharmacy",
    auth: "patient",
    params: ById,
    ok: z.object({ prescriptionorderid: Id, shipment: z.nullable(Shipment) }),
    errors: [],
  }),
  getNext: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/prescriptionorder/{id}/getnext",
    summary: "Charge and ship the next supply now; before 75 % of the last one is used, `too_early` with the date",
    auth: "patient",
    idempotency: true,
    params: ById,
    ok: Supplied,
    errors: [...supplyErrors, "too_early"],
  }),
  reorder: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/prescriptionorder/{id}/reorder",
    summary: "Order a refill; with none left, ask the doctor to renew",
    auth: "patient",
    idempotency: true,
    params: ById,
    ok: Supplied,
    errors: supplyErrors,
  }),
  skip: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/prescriptionorder/{id}/skip",
    summary: "Skip a scheduled supply: the next charge moves by one period",
    auth: "patient",
    idempotency: true,
    params: ById,
    ok: Changed,
    errors: ["wrong_state"],
  }),
  cancelPrescriptionOrder: endpoint({
    method: "DELETE",
    base: "default",
    path: "/transact/prescriptionorder/{id}/cancel",
    summary: "Cancel a supply that has not left the pharmacy",
    auth: "patient",
    idempotency: true,
    params: ById,
    ok: Changed,
    errors: ["wrong_state"],
  }),
  agreeToChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/treatment/change/{id}/agree",
    summary: "Agree to what her doctor changed and to its price, from the next charge on",
    auth: "patient",
    params: ById,
    body: z.strictObject({ price: Dollars }),
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state", "price_changed"],
  }),
  refuseChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/treatment/change/{id}/refuse",
    summary: "Do not agree: nothing more is charged for either, and her doctor is told",
    auth: "patient",
    params: ById,
    body: Nothing,
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state"],
  }),
  pause: endpoint({
    method: "PUT",
    base: "v1",
    path: "/transact/patient/{id}/pause",
    summary: "Pause for one to three months",
    auth: "patient",
    idempotency: true,
    params: ById,
    body: z.strictObject({
      months: z
        .int("Please choose how long to pause.")
        .check(z.minimum(1, "Please choose 1 to 3 months."), z.maximum(3, "Please choose 1 to 3 months.")),
      ...WhichSubscription,
    }),
    ok: Subscriptions,
    errors: ["wrong_state"],
  }),
  resume: endpoint({
    method: "PUT",
    base: "v1",
    path: "/transact/patient/{id}/resume",
    summary: "End a pause early",
    auth: "patient",
    idempotency: true,
    params: ById,
    body: z.optional(z.nullable(z.strictObject(WhichSubscription))),
    ok: Subscriptions,
    errors: ["wrong_state"],
  }),
  preventCancel: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/patient/{id}/preventcancel",
    summary: "Take the one offer made before cancelling; the reply says what it gives",
    auth: "patient",
    idempotency: true,
    params: ById,
    body: z.optional(z.nullable(z.strictObject(WhichSubscription))),
    ok: z.extend(Subscriptions, { offer: CancelOffer }),
    errors: ["wrong_state"],
  }),
  cancel: endpoint({
    method: "DELETE",
    base: "v1",
    path: "/transact/patient/{id}/cancel",
    summary: "Cancel; no reason is needed, and it works when past due",
    auth: "patient",
    idempotency: true,
    params: ById,
    body: z.optional(z.nullable(z.strictObject({ ...WhichSubscription, reason: z.optional(text(1000)) }))),
    ok: Subscriptions,
    errors: ["wrong_state"],
  }),
} as const;
