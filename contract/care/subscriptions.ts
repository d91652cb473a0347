import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { PauseMonths, SubscriptionsResult } from "#contract/treatment/subscriptions.ts";
import { Day, Id, Moment, multiLine, optionalText } from "#contract/fields/fields.ts";

const params = z.object({ id: Id, subscriptionid: Id });

export const requestChannels = ["phone", "message", "email", "letter", "in_person"] as const;
const requestActions = ["cancel", "pause", "resume"] as const;

/** How and on which day the patient asked for it: nothing is done in a patient's name that they didn't ask for. */
export const PatientAsked = z.strictObject({
  channel: z.enum(requestChannels, "Please choose how the patient asked for it."),
  /** In the practice's time zone; today or earlier. */
  on: Day,
  /** What was said, for the practice. */
  note: optionalText(multiLine(500)),
});
export type PatientAsked = z.output<typeof PatientAsked>;

/** What the practice did because the patient asked for it. */
export const PatientRequest = z.object({
  subscriptionid: Id,
  action: z.enum(requestActions),
  channel: z.enum(requestChannels),
  on: Day,
  note: z.nullable(z.string()),
  /** Who did it: `staff:<id>` or `key:<id>`. */
  actor: z.string(),
  at: Moment,
});
export type PatientRequest = z.output<typeof PatientRequest>;

/** What the practice does for a patient who asks for it; the patient is notified that it was done as they asked. Spread into `care`. */
export const careSubscriptionCalls = {
  cancelSubscription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/subscription/{subscriptionid}/cancel",
    summary: "Cancel a subscription for a patient who asks for it, as they can themselves",
    auth: "clinic",
    scopes: ["orders"],
    decidesFor: "patient",
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
  pauseSubscription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/subscription/{subscriptionid}/pause",
    summary: "Pause a subscription for one to three months, with what shares its parcel",
    auth: "clinic",
    scopes: ["orders"],
    decidesFor: "patient",
    idempotency: true,
    params,
    body: z.strictObject({ asked: PatientAsked, months: PauseMonths }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
  resumeSubscription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/subscription/{subscriptionid}/resume",
    summary: "End a pause early",
    auth: "clinic",
    scopes: ["orders"],
    decidesFor: "patient",
    idempotency: true,
    params,
    body: z.strictObject({ asked: PatientAsked }),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
} as const;
