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
import { Day, Dollars, Id, Moment, text } from "./shapes.ts";

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
  ]),
  title: z.string(),
  text: z.string(),
  href: z.string(),
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

/** Everything the home and treatment screens show. */
export const Treatment = z.object({
  /** Null until the router has matched one. */
  doctor: z.nullable(Doctor),
  plan: z.object({
    status: PlanStatus,
    statustext: z.string(),
    since: z.nullable(Moment),
    items: z.array(PlanItem),
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
