import * as z from "zod/mini";
import { Id, Moment, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { wholeNumber } from "#contract/http/params.ts";

/** What is reported to a practice's systems. */
export const eventTypes = [
  "visit.submitted",
  /** The bank lets go of an authorized amount within a day. */
  "hold.expiring",
  "identity.review",
  "plan.decided",
  /** A prescription waits for its renewal. */
  "renewal.requested",
  /** An upsell waits for a doctor. */
  "upsell.requested",
  "prescription.stopped",
  "order.paid",
  "order.shipped",
  "payment.failed",
  "dispute.opened",
  "subscription.cancelled",
  "message.received",
  /** A patient described an emergency in a message or another text. */
  "message.emergency",
  "followup.completed",
  "followup.emergency",
  "answers.changed",
  "document.uploaded",
  "patient.moved",
  "account.closed",
  "account.merged",
  "account.unmerged",
] as const;
export type ClinicEventType = (typeof eventTypes)[number];

/** Something that happened: its type and ids only. What it means is read with the calls, by whoever may. */
export const ClinicEvent = z.object({
  id: Id,
  type: z.enum(eventTypes),
  at: Moment,
  /** Null: somebody who was not signed in. */
  patientid: z.nullable(Id),
  object: z.object({
    kind: z.enum([
      "case",
      "conversation",
      "dispute",
      "document",
      "emergency",
      "followup",
      "order",
      "patient",
      "prescription",
      "renewal",
      "subscription",
      "upsell",
    ]),
    id: Id,
  }),
});
export type ClinicEvent = z.output<typeof ClinicEvent>;

export const eventCalls = {
  events: clinicCall("GET /clinic/event", {
    summary:
      "What happened since an event, in the order of the log, for at least 30 days; whoever follows it by the last id misses none",
    access: { needs: ["read:events"] },
    query: z.object({
      /** The last event already known; left out, from the beginning. */
      after: optionalText(Id),
      type: optionalText(z.enum(eventTypes)),
      limit: z._default(optionalText(wholeNumber().check(z.minimum(1), z.maximum(1000))), 100),
    }),
    ok: z.object({
      items: z.array(ClinicEvent),
      /** There are more after the last one. */
      more: z.boolean(),
    }),
    errors: ["gone"],
  }),
} as const;
