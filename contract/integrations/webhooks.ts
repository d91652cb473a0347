import * as z from "zod/mini";
import { EmptyBody, Id, Moment, multiLine, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { ClinicEvent, eventTypes } from "./events.ts";

/** Where events are sent to, in the format of Standard Webhooks. */
export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  /** Null: every type. */
  types: z.nullable(z.array(z.enum(eventTypes))),
  createdat: Moment,
  /** Its events are recorded still, and can be sent later. */
  disabledat: z.nullable(Moment),
  /** `failing`: nothing was accepted for three days; `gone`: it answered 410. */
  disabledby: z.nullable(z.enum(["practice", "failing", "gone"])),
  /** Since when nothing has reached it; null: all is well. */
  failingsince: z.nullable(Moment),
  /** Events on their way to it, and those given up after ten attempts. */
  waiting: z.int(),
  failed: z.int(),
  /** Until then the secret before the last rotation signs as well. */
  previoussecretuntil: z.nullable(Moment),
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

/** One event on its way to one endpoint. */
export const WebhookDelivery = z.object({
  event: ClinicEvent,
  status: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  lastattemptat: z.nullable(Moment),
  nextattemptat: z.nullable(Moment),
  /** The HTTP status of the last answer; null: none came, and `error` says why. */
  laststatus: z.nullable(z.int()),
  error: z.nullable(z.string()),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const url = z.url("Please enter a web address.").check(z.maxLength(500));
const description = multiLine(200);
const types = z
  .array(z.enum(eventTypes))
  .check(z.minLength(1, "Please choose at least one type."), z.maxLength(eventTypes.length));

export const webhookCalls = {
  webhooks: clinicCall("GET /clinic/webhook", {
    summary: "The endpoints events are sent to, and how each fares",
    access: { needs: ["read:events"] },
    ok: z.object({ items: z.array(WebhookEndpoint) }),
  }),
  createWebhook: clinicCall("POST /clinic/webhook", {
    summary: "Send events to an address from now on; the secret that signs them is in this answer only",
    access: { needs: ["write:events"] },
    idempotency: true,
    body: z.strictObject({
      url,
      description: optionalText(description),
      /** Left out: every type. */
      types: z.optional(types),
    }),
    ok: z.object({ webhook: WebhookEndpoint, secret: z.string() }),
    status: 201,
    errors: ["wrong_state"],
  }),
  updateWebhook: clinicCall("PATCH /clinic/webhook/{id}", {
    summary: "Change an endpoint, switch it off or on again; what waits for it is kept and then sent",
    access: { needs: ["write:events"] },
    params: IdParams,
    body: z.strictObject({
      url: optionalText(url),
      description: optionalText(description),
      /** Null: every type. */
      types: z.optional(z.nullable(types)),
      enabled: z.optional(z.boolean()),
    }),
    ok: WebhookEndpoint,
  }),
  deleteWebhook: clinicCall("DELETE /clinic/webhook/{id}", {
    summary: "Remove an endpoint with what waits for it",
    access: { needs: ["write:events"] },
    params: IdParams,
    ok: z.object({ id: Id }),
  }),
  rotateWebhookSecret: clinicCall("POST /clinic/webhook/{id}/secret", {
    summary: "Replace the secret; both sign for some hours more",
    access: { needs: ["write:events"] },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ overlaphours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 24) }),
    ok: z.object({ webhook: WebhookEndpoint, secret: z.string() }),
  }),
  webhookDeliveries: clinicCall("GET /clinic/webhook/{id}/delivery", {
    summary: "Events sent, or to be sent, to an endpoint, newest first",
    access: { needs: ["read:events"] },
    params: IdParams,
    query: z.extend(PageQuery, { status: optionalText(z.enum(["waiting", "delivered", "failed"])) }),
    ok: paged(WebhookDelivery),
  }),
  replayWebhook: clinicCall("POST /clinic/webhook/{id}/replay", {
    summary: "Send events again: one by its id, those of a time, or all given up since a moment",
    access: { needs: ["write:events"] },
    params: IdParams,
    body: z.union([
      z.strictObject({ eventid: Id }),
      z.strictObject({ since: Moment, until: optionalText(Moment) }),
      z.strictObject({ failedsince: Moment }),
    ]),
    ok: z.object({ events: z.int() }),
  }),
  resumeWebhook: clinicCall("POST /clinic/webhook/{id}/resume", {
    summary: "Try a failing endpoint now instead of at its next time",
    access: { needs: ["write:events"] },
    params: IdParams,
    body: EmptyBody,
    ok: WebhookEndpoint,
  }),
} as const;
