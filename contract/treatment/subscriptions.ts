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
  refillsleft: z.nullable(z.int()),
  /** The one offer made on the cancel screen; null when there is none, or it was taken. */
  canceloffer: z.nullable(CancelOffer),
  /** Warning before it alone is paused, skipped or cancelled: another active subscription of the patient's needs it. */
  warning: z.nullable(z.string()),
  actions: z.array(z.enum(["pause", "resume", "preventcancel", "cancel"])),
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
} as const;
