import * as z from "zod/mini";
import { limits } from "./constants.ts";
import { MedicineAdvice, Emergency } from "./emergency/emergency.ts";
import { endpoint } from "./http/endpoint.ts";
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
import { chargeErrors, fillErrors } from "./http/errors.ts";
import { IdParams } from "./http/params.ts";
import { Day, Dollars, Id, Moment, EmptyBody, optionalText, multiLine } from "./fields/fields.ts";

/** Target of a button: a page of the app, or with `external` another site or a call. */
export const ActionLink = z.object({ label: z.string(), href: z.string(), external: z.optional(z.literal(true)) });
export type ActionLink = z.output<typeof ActionLink>;

/** The headline of the home and treatment screens: care status, what comes next, and the one action. */
export const NextStep = z.object({
  kind: z.enum([
    "emergency",
    "stop",
    "payment_failed",
    "confirming_payment",
    "confirm_again",
    "identity_refused",
    "identity_photos",
    "identity_review",
    "finding_doctor",
    "doctor_review",
    "doctor_late",
    "declined",
    "charging",
    "approved",
    "preparing",
    "shipped",
    "shipped_until",
    "arrived",
    "refunding",
    "refunded",
    "not_charged",
    "order_failed",
    "change_to_agree",
    "changed_by_doctor",
    "renewal",
    "disputed",
    "dispute_lost",
    "under_way",
    "partly_paused",
    "paused",
    "ended",
    "addition_review",
    "settled",
    "finish_visit",
    "begin_visit",
    "shop_only",
    "nothing",
  ]),
  title: z.string(),
  text: z.string(),
  action: z.nullable(ActionLink),
  also: z.optional(ActionLink),
  /** Only the patient can move it on. */
  asks: z.boolean(),
  /** The order it is about. */
  orderid: z.nullable(Id),
  /** After an answer that speaks against a medicine: whom to call, most urgent first, what to do with the medicine at home, and further notes. */
  safety: z.optional(
    z.object({
      more: z.string(),
      calls: z.array(ActionLink),
      athome: z.array(MedicineAdvice),
    }),
  ),
});
export type NextStep = z.output<typeof NextStep>;

/** The plan as a whole, for its badge and its sentence. */
export const Plan = z.object({
  status: PlanStatus,
  phase: z.enum(["none", "identity", "in_review", "approved", "on_hold", "paused", "ended", "declined"]),
  /** The phase in a word or two. */
  label: z.string(),
  /** The phase in a sentence. */
  statustext: z.string(),
  since: z.nullable(Moment),
  /** `fromnextorder`: the doctor changed it, and none of it has left the pharmacy yet. */
  items: z.array(z.extend(PlanItem, { fromnextorder: z.boolean() })),
  /** The doctor's note with the decision. */
  note: z.nullable(z.string()),
});
export type Plan = z.output<typeof Plan>;

/** One thing only the patient can do, with the screen to do it on. */
export const ActionItem = z.object({
  kind: z.enum([
    "finish_visit",
    "verify_identity",
    "update_payment",
    "confirm_payment",
    "treatment_review",
    "verify_email",
    "renew_prescription",
  ]),
  title: z.string(),
  text: z.string(),
  href: z.string(),
  /** Label of its button. */
  label: z.string(),
  /** It blocks nothing, or somebody else has to act. */
  canwait: z.boolean(),
});
export type ActionItem = z.output<typeof ActionItem>;

/** An upcoming charge: everything due on one day is charged to the card in one sum. */
export const UpcomingCharge = z.object({
  chargeon: Day,
  /** With tax and shipping, at today's prices. */
  amount: Dollars,
  /** The items charged. */
  items: z.array(z.object({ prescriptionorderid: Id, subscriptionid: Id, name: z.string(), amount: Dollars })),
  /** The last attempt failed; this is the day of the next one. */
  retry: z.boolean(),
});

/** What the doctor prescribed in place of something the patient gets, and what it means for their card. */
export const TreatmentChange = z.object({
  id: Id,
  subscriptionid: Id,
  /** `waiting`: it costs more than the patient agreed to, so nothing changes and nothing is charged before they agree. */
  status: z.enum(["waiting", "agreed", "refused"]),
  /** Each price is that of one charge, with today's tax; it buys a supply for `dayssupply` days. */
  from: z.object({ name: z.string(), dosage: z.string(), price: Dollars, dayssupply: z.int() }),
  to: z.object({
    name: z.string(),
    dosage: z.string(),
    price: Dollars,
    dayssupply: z.int(),
    directions: z.nullable(z.string()),
  }),
  /** The first charge of the new medicine; null while none is planned. */
  chargeon: z.nullable(Day),
  doctor: z.nullable(Doctor),
  note: z.nullable(z.string()),
  /** The message sent to the doctor in the patient's name if they refuse. */
  refusal: z.string(),
  at: Moment,
});
export type TreatmentChange = z.output<typeof TreatmentChange>;

/** Everything the home and treatment screens show. */
export const Treatment = z.object({
  /** Null until the router has matched one. */
  doctor: z.nullable(Doctor),
  nextstep: NextStep,
  plan: Plan,
  /** Newest first. */
  orders: z.array(Order),
  subscriptions: z.array(Subscription),
  /** Soonest first. */
  charges: z.array(UpcomingCharge),
  /** Accepted upsells the doctor has not decided on yet, by order; oldest first. */
  additions: z.array(z.object({ orderid: Id, names: z.array(z.string()), text: z.string() })),
  /** The doctor's treatment changes of the last 60 days and those waiting for the patient, newest first. */
  changes: z.array(TreatmentChange),
  /** Discounts earned by a follow-up, a referral or a code and applied to the next refill; as text. */
  discounts: z.array(z.object({ text: z.string(), amount: z.nullable(Dollars), percent: z.nullable(z.int()) })),
  /** Most urgent first; without what the next step already says, or a change to agree to. */
  needs: z.array(ActionItem),
  /** No action item comes first, so an upsell may be shown. */
  mayoffer: z.boolean(),
});
export type Treatment = z.output<typeof Treatment>;

/** Left out: every subscription of the patient's. */
const subscriptionField = { subscriptionid: optionalText(Id) };
/** True: only the named one, though another of the patient's belongs with it. The patient was shown `warning`, and the practice is told. */
const separatelyField = { alone: z.optional(z.boolean()) };
const pauseMonthsError = `Please choose 1 to ${limits.pauseMonthsMax} months.`;
const PauseMonths = z
  .int("Please choose how long to pause.")
  .check(z.minimum(1, pauseMonthsError), z.maximum(limits.pauseMonthsMax, pauseMonthsError));
const SubscriptionsResult = z.object({ message: z.string(), subscriptions: z.array(Subscription) });
const PrescriptionOrderResult = z.object({ message: z.string(), prescriptionorder: PrescriptionOrder });
/** `order` is null when nothing was charged yet (`review_requested`: the doctor renews the prescription first). */
const FillResult = z.object({
  outcome: z.enum(["ordered", "review_requested"]),
  message: z.string(),
  prescriptionorder: PrescriptionOrder,
  order: z.nullable(Order),
});
const dispenseErrors = [
  ...chargeErrors,
  ...fillErrors,
  "conflict",
  "wrong_state",
  "not_available_in_state",
  "visit_stopped",
] as const;

export const treatment = {
  full: endpoint({
    method: "GET",
    base: "v2",
    path: "/prescriptionOrder/full",
    summary: "The patient's doctor, plan, orders, subscriptions and action items",
    auth: "patient",
    shows: ["user", "onboarding", "treatment", "order", "payment", "conversation", "followup"],
    ok: Treatment,
    errors: [],
  }),
  order: endpoint({
    method: "GET",
    base: "default",
    path: "/order/{id}",
    summary: "One order with its dated timeline",
    auth: "patient",
    shows: ["treatment", "order"],
    params: IdParams,
    ok: Order,
    errors: [],
  }),
  shipment: endpoint({
    method: "GET",
    base: "default",
    path: "/user/prescriptionorder/{id}/shipment",
    summary: "Where a prescription order's parcel is; null before it left the pharmacy",
    auth: "patient",
    shows: ["order"],
    params: IdParams,
    ok: z.object({ prescriptionorderid: Id, shipment: z.nullable(Shipment) }),
    errors: [],
  }),
  getNext: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/prescriptionorder/{id}/getnext",
    summary:
      "Charge and ship the next prescription order now, with what shares its parcel; before 75 % of the last one is used, `too_early` with the date",
    auth: "patient",
    idempotency: true,
    params: IdParams,
    ok: FillResult,
    errors: dispenseErrors,
  }),
  reorder: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/prescriptionorder/{id}/reorder",
    summary: "Order a refill; with none left, ask the doctor to renew",
    auth: "patient",
    idempotency: true,
    params: IdParams,
    ok: FillResult,
    errors: dispenseErrors,
  }),
  skip: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/prescriptionorder/{id}/skip",
    summary: "Skip a scheduled prescription order and what shares its parcel: the next charge moves by one period",
    auth: "patient",
    idempotency: true,
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject(separatelyField))),
    ok: PrescriptionOrderResult,
    errors: ["wrong_state"],
  }),
  cancelPrescriptionOrder: endpoint({
    method: "DELETE",
    base: "default",
    path: "/transact/prescriptionorder/{id}/cancel",
    summary: "Cancel a prescription order that has not left the pharmacy",
    auth: "patient",
    idempotency: true,
    params: IdParams,
    ok: PrescriptionOrderResult,
    errors: ["wrong_state"],
  }),
  agreeToChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/treatment/change/{id}/agree",
    summary: "Agree to the doctor's treatment change and its price, from the next charge on",
    auth: "patient",
    params: IdParams,
    body: z.strictObject({ price: Dollars }),
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state", "price_changed"],
  }),
  refuseChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/treatment/change/{id}/refuse",
    summary: "Refuse the treatment change: nothing more is charged for either treatment, and the doctor is notified",
    auth: "patient",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state"],
  }),
  pause: endpoint({
    method: "PUT",
    base: "v1",
    path: "/transact/patient/{id}/pause",
    summary: `Pause for 1 to ${limits.pauseMonthsMax} months, with what shares its parcel; without \`months\` for one`,
    auth: "patient",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(
      z.nullable(z.strictObject({ months: z.optional(PauseMonths), ...subscriptionField, ...separatelyField })),
    ),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  resume: endpoint({
    method: "PUT",
    base: "v1",
    path: "/transact/patient/{id}/resume",
    summary: "End a pause early",
    auth: "patient",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject(subscriptionField))),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  preventCancel: endpoint({
    method: "PUT",
    base: "default",
    path: "/transact/patient/{id}/preventcancel",
    summary: "Accept the one offer made before cancelling; the reply says what it gives",
    auth: "patient",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject(subscriptionField))),
    ok: z.extend(SubscriptionsResult, { offer: CancelOffer }),
    errors: ["wrong_state"],
  }),
  cancel: endpoint({
    method: "DELETE",
    base: "v1",
    path: "/transact/patient/{id}/cancel",
    summary: "Cancel; no reason is needed, and it works when past due",
    auth: "patient",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ ...subscriptionField, reason: optionalText(multiLine(1000)) }))),
    // Where the reason describes an emergency, whom to contact.
    ok: z.extend(SubscriptionsResult, { emergency: z.nullable(Emergency) }),
    errors: ["wrong_state"],
  }),
} as const;
