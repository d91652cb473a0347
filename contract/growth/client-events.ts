import * as z from "zod/mini";
import { singleLine, Acknowledgement, optionalText } from "#contract/fields/fields.ts";
import { optionalPatientCall, patientCall } from "#contract/http/endpoint.ts";

/** A first-party event for the outbox; properties outside its allow-list are dropped. */
const TrackedEvent = z.strictObject({
  event: singleLine(60),
  properties: z.optional(z.record(z.string().check(z.maxLength(60)), z.unknown())),
});

/** Events and errors the browser reports, during the visit and elsewhere; spread into `onboarding`. */
export const visitEventCalls = {
  triggerEvent: patientCall("PUT /patient/onboardingv2/triggerevent", {
    changesNothing: true,
    summary: "A named first-party event of the visit",
    body: z.object({ event: singleLine(60), step: z.optional(z.number()) }),
    ok: Acknowledgement,
  }),
  saveShareASale: patientCall("PUT /patient/onboardingv2/shareasale", {
    summary: "Save the ShareASale click id",
    body: z.object({ shareasaleclickid: singleLine(200) }),
    ok: Acknowledgement,
  }),
  event: optionalPatientCall("PUT /integromat/events/{eventName}", {
    changesNothing: true,
    /** Names are an allow-list, because a free one could say something about health (decision 28); another is a 400 that names `eventName`. */
    summary: "A marketing event for the first-party outbox (OnboardingIdentify among them)",
    params: z.object({ eventName: singleLine(60) }),
    body: z.optional(z.nullable(z.record(z.string().check(z.maxLength(60)), z.unknown()))),
    ok: Acknowledgement,
  }),
  networkLog: optionalPatientCall("PUT /integromat/network/log", {
    changesNothing: true,
    summary: "A network error the browser met",
    body: z.object({ error: z.unknown() }),
    ok: Acknowledgement,
  }),
  onboardingLog: optionalPatientCall("PUT /integromat/onboarding/log", {
    changesNothing: true,
    summary: "An error the browser met during the visit",
    body: z.object({ error: z.unknown() }),
    ok: Acknowledgement,
  }),
  errorLog: optionalPatientCall("POST /onboarding/errorlog", {
    changesNothing: true,
    summary: "The error-log record of spec §3",
    body: z.object({
      event: singleLine(60),
      created_at: optionalText(z.string().check(z.maxLength(40))),
      referring_step: optionalText(z.nullable(z.string().check(z.maxLength(100)))),
      customerid: optionalText(z.nullable(z.string().check(z.maxLength(60)))),
      email: optionalText(z.nullable(z.string().check(z.maxLength(254)))),
      error_log: z.string().check(z.maxLength(4000)),
      environment: optionalText(z.string().check(z.maxLength(40))),
    }),
    ok: Acknowledgement,
  }),
} as const;

/** Events of experiments and of patients in care; spread into `followup`. */
export const followupEventCalls = {
  serverEvent: optionalPatientCall("POST /segment/cro/sse", {
    changesNothing: true,
    base: "v2",
    summary: "An experiment's event for the first-party outbox",
    idempotency: true,
    body: TrackedEvent,
    ok: Acknowledgement,
    status: 202,
  }),
  triggerEvent: optionalPatientCall("POST /segment/trigger", {
    changesNothing: true,
    base: "v2",
    summary: "A patient's event for the first-party outbox",
    idempotency: true,
    body: TrackedEvent,
    ok: Acknowledgement,
    status: 202,
  }),
} as const;
