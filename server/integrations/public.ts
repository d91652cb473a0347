/** What other features may use of this one. */
export { logPosition } from "./events/clinic-events.ts";
export { createApiKeyAuthenticator } from "./keys/authenticate-key.ts";
export { ensureKey, keyNames, listKeys } from "./keys/manage-keys.ts";
export { startWebhooks } from "./webhooks/deliver.ts";
export { webhookTable } from "./webhooks/webhook-answers.ts";
