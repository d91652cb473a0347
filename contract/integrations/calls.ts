import { eventCalls } from "./events.ts";
import { keyCalls } from "./keys.ts";
import { webhookCalls } from "./webhooks.ts";

/** Calls by which a practice's systems are connected: keys, the event log and webhooks. */
export const integrations = { ...keyCalls, ...eventCalls, ...webhookCalls } as const;
