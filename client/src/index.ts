export { createClinicClient } from "./client.ts";
export type { CallOptions, ClinicClient, ClinicClientOptions, PagedCall } from "./client.ts";
export { isRefusal, NoAnswer, Refusal } from "./errors.ts";
export type { FieldIssue, Problem } from "./errors.ts";
export { verifyWebhook, WebhookError } from "./webhook.ts";
export type { VerifiedWebhook, WebhookOptions, WebhookPayload } from "./webhook.ts";
export type * from "./calls.ts";
