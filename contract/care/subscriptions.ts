import * as z from "zod/mini";
import { Day, Id, Moment, multiLine, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { requestChannels } from "#contract/staff/record-access.ts";
import { PauseMonths, SubscriptionsResult } from "#contract/treatment/subscriptions.ts";
import { CallerProof } from "./told-answers.ts";

const params = z.object({ id: Id, subscriptionid: Id });

const orderParams = z.object({ id: Id, prescriptionorderid: Id });

/** What is done because a patient asks for it, and is about no subscription. */
const unsubscribedActions = ["contact", "recovery_link", "charge"] as const;
const requestActions = [
  ...(["cancel", "restart", "pause", "resume", "skip", "unskip", "move"] as const),
  ...unsubscribedActions,
] as const;

/** What the practice can change of how a patient is reached. */
export const contactFields = ["firstname", "lastname", "birthday", "phoneno", "email", "shippingaddress"] as const;
export type ContactField = (typeof contactFields)[number];

/** How and on which day the patient asked for it: nothing is done in a patient's name that they didn't ask for. */
export const PatientAsked = z.strictObject({
  channel: z.enum(requestChannels, "Please choose how the patient asked for it."),
  /** In the practice's time zone; today or earlier. */
  on: Day,
  /** How it was shown that it's this patient: needed, but for a message from the account, a change of contact data, and a subscription's letter. */
  callerproved: optionalText(CallerProof),
  /** What was said, for the practice. */
  note: optionalText(multiLine(500)),
});
export type PatientAsked = z.output<typeof PatientAsked>;

/** What the practice did because the patient asked for it. */
export const PatientRequest = z.object({
  /** Null for a change of contact data, a reset link, and a charge that was tried again. */
  subscriptionid: z.nullable(Id),
  action: z.enum(requestActions),
  channel: z.enum(requestChannels),
  on: Day,
  /** Null where nobody noted it. */
  callerproved: z.nullable(CallerProof),
  note: z.nullable(z.string()),
  /** What was changed of the contact data, and what it was before. An e-mail is changed only once the patient has confirmed it. */
  changes: z.array(z.object({ field: z.enum(contactFields), before: z.nullable(z.string()) })),
  /** Who did it: `staff:<id>` or `key:<id>`. */
  actor: z.string(),
  at: Moment,
});
export type PatientRequest = z.output<typeof PatientRequest>;

/** What the practice does for a patient who asks for it; the patient is notified that it was done as they asked. Spread into `care`. */
export const careSubscriptionCalls = {
  cancelSubscription: clinicCall("POST /clinic/patient/{id}/subscription/{subscriptionid}/cancel", {
    summary: "Cancel a subscription for a patient who asks for it, as they can themselves",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params,
    body: z.strictObject({
      asked: PatientAsked,
      reason: optionalText(multiLine(1000)),
      /** Although something the patient goes on with needs it, as estrogen needs its progestogen; without this flag it is refused. */
      despitewarning: z.optional(z.boolean()),
    }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  pauseSubscription: clinicCall("POST /clinic/patient/{id}/subscription/{subscriptionid}/pause", {
    summary: "Pause a subscription for one to three months, with what shares its parcel",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params,
    body: z.strictObject({ asked: PatientAsked, months: PauseMonths }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  resumeSubscription: clinicCall("POST /clinic/patient/{id}/subscription/{subscriptionid}/resume", {
    summary: "End a pause early",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params,
    body: z.strictObject({ asked: PatientAsked }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  restartSubscription: clinicCall("POST /clinic/patient/{id}/subscription/{subscriptionid}/restart", {
    summary:
      "Take a cancellation back, or start a canceled subscription again, for a patient who asks for it, as they can themselves",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params,
    body: z.strictObject({ asked: PatientAsked }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  skipPrescriptionOrder: clinicCall("POST /clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/skip", {
    summary: "Skip a scheduled prescription order and what shares its parcel for a patient who asks for it",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params: orderParams,
    body: z.strictObject({ asked: PatientAsked }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  takeSkipBack: clinicCall("POST /clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/unskip", {
    summary: "Take the skip of a prescription order back for a patient who asks for it, with what was skipped along",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params: orderParams,
    body: z.strictObject({ asked: PatientAsked }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  movePrescriptionOrder: clinicCall("POST /clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/move", {
    summary:
      "Move a scheduled prescription order, with what shares its parcel, to another of the days it can come on, for a patient who asks for it",
    access: { needs: ["write:subscriptions"], decidesFor: "patient" },
    idempotency: true,
    params: orderParams,
    body: z.strictObject({ asked: PatientAsked, day: Day }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
} as const;
