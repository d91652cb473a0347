import type { Database } from "#server/platform/database/open.ts";

/** Events whose intent was not applied yet, not tried since `before`; the longest ago first. */
export const unprocessedEvents = (db: Database, gateway: string, before: Date) =>
  db
    .selectFrom("webhook_event")
    .select(["event_id as id", "gateway_intent_id"])
    .where("gateway", "=", gateway)
    .where("done_at", "is", null)
    .where("gateway_intent_id", "is not", null)
    .where("tried_at", "<", before)
    .orderBy("tried_at")
    .limit(100)
    .execute();

/** Records when an event was tried, or that it is processed. */
export async function markWebhookEvent(
  db: Database,
  event: { readonly gateway: string; readonly id: string },
  at: { readonly tried_at: Date } | { readonly done_at: Date },
): Promise<void> {
  await db
    .updateTable("webhook_event")
    .set(at)
    .where("gateway", "=", event.gateway)
    .where("event_id", "=", event.id)
    .execute();
}
