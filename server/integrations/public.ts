/** What other features may use of this one. */
export { createApiKeyAuthenticator } from "./keys/authenticate-key.ts";
export { startWebhooks } from "./webhooks/deliver.ts";
