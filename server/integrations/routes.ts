import type { integrations } from "#contract/integrations/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { eventsAfter } from "./events/clinic-events.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "./keys/manage-keys.ts";
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayEvents,
  resumeWebhook,
  rotateSecret,
  updateWebhook,
} from "./webhooks/manage-webhooks.ts";

const toDate = (moment: string | undefined): Date | null => (moment === undefined ? null : new Date(moment));

/** The calls that connect a practice's systems. */
export const integrationHandlers = {
  keys: async (_, ctx) => ({ items: await listKeys(ctx) }),
  createKey: ({ body: { name, scopes, expiresat } }, ctx) =>
    createKey(ctx, ctx.clinic, { name, scopes, expiresAt: toDate(expiresat) }),
  rotateKey: ({ params, body: { overlaphours, expiresat } }, ctx) =>
    rotateKey(ctx, ctx.clinic, params.id, { overlapHours: overlaphours, expiresAt: toDate(expiresat) }),
  revokeKey: ({ params }, ctx) => revokeKey(ctx, params.id),

  // Ids alone are no access to a patient's record: what they stand for is read, and audited, by other calls.
  events: ({ query }, ctx) => eventsAfter(ctx, query),

  webhooks: async (_, ctx) => ({ items: await listWebhooks(ctx) }),
  createWebhook: ({ body: { url, description, types } }, ctx) =>
    createWebhook(ctx, { url, description: description ?? "", types: types ?? null }),
  updateWebhook: ({ params, body }, ctx) => updateWebhook(ctx, params.id, body),
  deleteWebhook: async ({ params }, ctx) => {
    await deleteWebhook(ctx, params.id);
    return { id: params.id };
  },
  rotateWebhookSecret: ({ params, body }, ctx) => rotateSecret(ctx, params.id, body.overlaphours),
  webhookDeliveries: ({ params, query }, ctx) => listDeliveries(ctx, params.id, query),
  replayWebhook: async ({ params, body }, ctx) => ({ events: await replayEvents(ctx, params.id, body) }),
  resumeWebhook: ({ params }, ctx) => resumeWebhook(ctx, params.id),
} satisfies Partial<Handlers<typeof integrations>>;
