import * as z from "zod/mini";
import { singleLine, Acknowledgement, optionalText } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";

/** A first-party event for the outbox; properties outside its allow-list are dropped. */
const TrackedEvent = z.strictObject({
  event: singleLine(60),
  properties: z.optional(z.record(z.string().check(z.maxLength(60)), z.unknown())),
});

/** Events and errors the browser reports, during the visit and elsewhere; spread into `onboarding`. */
export const visitEventCalls = {
  triggerEvent: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/patient/onboardingv2/triggerevent",
    summary: "A named first-party event of the visit",
    auth: "patient",
    body: z.object({ event: singleLine(60), step: z.optional(z.number()) }),
    ok: Acknowledgement,
    errors: [],
  }),
  saveShareASale: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/shareasale",
    summary: "Save the ShareASale click id",
    auth: "patient",
    body: z.object({ shareasaleclickid: singleLine(200) }),
    ok: Acknowledgement,
    errors: [],
  }),
  event: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/integromat/events/{eventName}",
    /** Names are an allow-list, because a free one could say something about health (decision 28); another is a 400 that names `eventName`. */
    summary: "A marketing event for the first-party outbox (OnboardingIdentify among them)",
    auth: "optional",
    params: z.object({ eventName: singleLine(60) }),
    body: z.optional(z.nullable(z.record(z.string().check(z.maxLength(60)), z.unknown()))),
    ok: Acknowledgement,
    errors: [],
  }),
  networkLog: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/integromat/network/log",
    summary: "A network error the browser met",
    auth: "optional",
    body: z.object({ error: z.unknown() }),
    ok: Acknowledgement,
    errors: [],
  }),
  onboardingLog: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/integromat/onboarding/log",
    summary: "An error the browser met during the visit",
    auth: "optional",
    body: z.object({ error: z.unknown() }),
    ok: Acknowledgement,
    errors: [],
  }),
  errorLog: endpoint({
    method: "POST",
    changesNothing: true,
    base: "default",
    path: "/onboarding/errorlog",
    summary: "The error-log record of spec §3",
    auth: "optional",
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
    errors: [],
  }),
} as const;

/** Events of experiments and of patients in care; spread into `followup`. */
export const followupEventCalls = {
  serverEvent: endpoint({
    method: "POST",
    changesNothing: true,
    base: "v2",
    path: "/segment/cro/sse",
    summary: "An experiment's event for the first-party outbox",
    auth: "optional",
    idempotency: true,
    body: TrackedEvent,
    ok: Acknowledgement,
    status: 202,
    errors: [],
  }),
  triggerEvent: endpoint({
    method: "POST",
    changesNothing: true,
    base: "v2",
    path: "/segment/trigger",
    summary: "A patient's event for the first-party outbox",
    auth: "optional",
    idempotency: true,
    body: TrackedEvent,
    ok: Acknowledgement,
    status: 202,
    errors: [],
  }),
} as const;
