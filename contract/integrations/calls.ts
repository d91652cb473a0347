import { eventCalls } from "./events.ts";
import { keyCalls } from "./keys.ts";
import { outsideCalls } from "./outside.ts";
import { webhookCalls } from "./webhooks.ts";

/** Calls by which a practice's systems are connected: keys, the event log and webhooks, and how the systems it uses fare. */
export const integrations = { ...keyCalls, ...eventCalls, ...webhookCalls, ...outsideCalls } as const;
