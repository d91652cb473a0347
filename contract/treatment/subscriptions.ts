import * as z from "zod/mini";
import { Emergency } from "#contract/emergency/emergency.ts";
import { Id, Dollars, Day, Moment, optionalText, multiLine } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { limits } from "../constants.ts";
import { PlanItem } from "./plan.ts";
import { PrescriptionOrder, separatelyField } from "./prescription-orders.ts";

export const SubscriptionStatus = z.enum(["pending", "active", "paused", "past_due", "cancelled"]);

export const CancelOffer = z.object({ kind: z.enum(["discount", "pause"]), text: z.string() });

export const Subscription = z.object({
  id: Id,
  status: SubscriptionStatus,
  /** Its status and when it is charged next, or why it is not, in a sentence. */
  statustext: z.string(),
  /**
   * Where it is, as its page says it: in two words, as a title, and in sentences. Its next charge is said beside it. `refills`: what is left of its
   * prescription, or empty; `manage`: the label of a link to its page.
   */
  state: z.object({
    label: z.string(),
    title: z.string(),
    lines: z.array(z.string()),
    refills: z.string(),
    manage: z.string(),
  }),
  item: PlanItem,
  /** What the patient uses today where that isn't `item`: a doctor's change hasn't begun. Null: `item`, or nothing. */
  usednow: z.nullable(PlanItem),
  pricingid: z.string(),
  quantity: z.int(),
  /** Price of one charge, in dollars, and the days its medicine lasts, which is the interval between charges. */
  price: Dollars,
  dayssupply: z.int(),
  /** An answer speaks against it: its prescription is on hold until a doctor has dealt with that. */
  onhold: z.boolean(),
  /** `reported`: the patient says that its medicine isn't theirs, and the practice looks into it. */
  misfiled: z.nullable(z.enum(["reported"])),
  /** Whether the patient can say so: something is prescribed of it. */
  reportable: z.boolean(),
  /** Last day of the delivered medicine; null before the first parcel, once it is used up, while it is on hold, and after a doctor stopped it. */
  onhanduntil: z.nullable(Day),
  /** Names of the patient's other subscriptions in the same parcel: skipping, pausing or sending at once applies to them, too. */
  sharesparcelwith: z.array(z.string()),
  startedat: Moment,
  /** The day the doctor wants the patient to begin with it; null without one, and once it has come. */
  startson: z.nullable(Day),
  nextchargeon: z.nullable(Day),
  /** Day a pause ends automatically. */
  pauseduntil: z.nullable(Day),
  /** Days a pause of one month, of two and so on would end; none where it cannot be paused. */
  pauseuntil: z.array(Day),
  /** The days without medicine each of these pauses would leave, in a sentence; null where there are none. */
  pausegaps: z.array(z.nullable(z.string())),
  /** From when cancelling it would leave the patient without medicine, in a sentence. */
  cancelgap: z.nullable(z.string()),
  /** Day of the next charge, if a pause were ended today. */
  resumeon: z.nullable(Day),
  cancelledat: z.nullable(Moment),
  /**
   * How it goes on after it was canceled: the names of what comes back together, and the day of its first charge. `takesback`: on the day it had, as if it
   * hadn't been canceled; otherwise it begins again. Null where it can't.
   */
  restart: z.nullable(z.object({ names: z.array(z.string()), chargeon: Day, takesback: z.boolean() })),
  /** Of a canceled one: why it can't go on, and what can be done instead, in a sentence; null where it can, and while it isn't canceled. */
  restartobstacle: z.nullable(z.string()),
  refillsleft: z.nullable(z.int()),
  /** The one offer made on the cancel screen; null when there is none, or it was taken. */
  canceloffer: z.nullable(CancelOffer),
  /** Warning before it alone is paused, skipped or cancelled: another active subscription of the patient's needs it. */
  warning: z.nullable(z.string()),
  actions: z.array(z.enum(["pause", "resume", "preventcancel", "cancel", "restart"])),
  prescriptionorders: z.array(PrescriptionOrder),
});
export type Subscription = z.output<typeof Subscription>;

/** Left out: every subscription of the patient's. */
const subscriptionField = { subscriptionid: optionalText(Id) };

const pauseMonthsError = `Please choose 1 to ${limits.pauseMonthsMax} months.`;
export const PauseMonths = z
  .int("Please choose how long to pause.")
  .check(z.minimum(1, pauseMonthsError), z.maximum(limits.pauseMonthsMax, pauseMonthsError));

export const SubscriptionsResult = z.object({ message: z.string(), subscriptions: z.array(Subscription) });

/** Pausing, resuming and cancelling; spread into `treatment`. */
export const subscriptionCalls = {
  pause: patientCall("PUT /transact/patient/{id}/pause", {
    base: "v1",
    summary: `Pause for 1 to ${limits.pauseMonthsMax} months, with what shares its parcel; without \`months\` for one`,
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(
      z.nullable(z.strictObject({ months: z.optional(PauseMonths), ...subscriptionField, ...separatelyField })),
    ),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  resume: patientCall("PUT /transact/patient/{id}/resume", {
    base: "v1",
    summary: "End a pause early",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject(subscriptionField))),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  preventCancel: patientCall("PUT /transact/patient/{id}/preventcancel", {
    summary: "Accept the one offer made before cancelling; the reply says what it gives",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject(subscriptionField))),
    ok: z.extend(SubscriptionsResult, { offer: CancelOffer }),
    errors: ["wrong_state"],
  }),
  cancel: patientCall("DELETE /transact/patient/{id}/cancel", {
    base: "v1",
    summary: "Cancel; no reason is needed, and it works when past due",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ ...subscriptionField, reason: optionalText(multiLine(1000)) }))),
    // Where the reason describes an emergency, whom to contact.
    ok: z.extend(SubscriptionsResult, { emergency: z.nullable(Emergency) }),
    errors: ["wrong_state"],
  }),
  reportMedicine: patientCall("PUT /subscription/{id}/notmine", {
    summary:
      "Say that the medicine of a subscription isn't the patient's. Nothing of it is sent or charged until a clinician has looked into it; a repeat changes nothing. `wrong_state` where nothing is prescribed of it",
    params: IdParams,
    // Says what happens now, and what to do with what's at home.
    ok: z.object({ id: Id, message: z.string() }),
    errors: ["wrong_state"],
  }),
  restart: patientCall("PUT /transact/patient/{id}/restart", {
    base: "v1",
    summary:
      "Take a cancellation back, with what was canceled along, while its next charge is to come; after that start the subscription again, while the answers it was prescribed on hold and refills are left. Nothing is charged at once",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.strictObject({ subscriptionid: Id }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
} as const;
