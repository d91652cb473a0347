import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { PauseMonths, SubscriptionsResult } from "#contract/treatment/subscriptions.ts";
import { Id, multiLine, optionalText } from "#contract/fields/fields.ts";

const params = z.object({ id: Id, subscriptionid: Id });

/** What the practice does for a patient who phones; spread into `care`. */
export const careSubscriptionCalls = {
  cancelSubscription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/subscription/{subscriptionid}/cancel",
    summary: "Cancel a subscription for a patient who asks for it, as they can themselves",
    auth: "clinic",
    scopes: ["orders"],
    idempotency: true,
    params,
    body: z.strictObject({ reason: optionalText(multiLine(1000)) }),
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
    idempotency: true,
    params,
    body: z.strictObject({ months: PauseMonths }),
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
    idempotency: true,
    params,
    body: z.strictObject({}),
    ok: SubscriptionsResult,
    errors: ["wrong_state"],
  }),
} as const;
