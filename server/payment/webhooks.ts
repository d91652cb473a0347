import type { FastifyInstance } from "fastify";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import { WebhookRejected, type GatewayEvent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { paymentQueues } from "./queues.ts";

/** Largest webhook body, in bytes. */
const bodyLimit = 1024 * 1024;

/**
 * `POST /webhooks/{gateway}`: 200 once the event is saved, 400 for a body the gateway did not sign. An event is only a hint; a job
 * fetches its object from the gateway.
 */
export async function registerPaymentWebhooks(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(`/webhooks/${services.gateway.name}`, { bodyLimit }, async (request, reply) => {
      const event = verifyEvent(services, request.body, request.headers["stripe-signature"]);
      if (!event) return reply.code(400).send({ message: "The signature doesn't match." });
      await saveEvent(services, event);
      return { received: true };
    });
  });
}

function verifyEvent(
  { gateway, log }: Services,
  body: unknown,
  signature: string | string[] | undefined,
): GatewayEvent | null {
  try {
    return gateway.verifyWebhook(
      Buffer.isBuffer(body) ? body : "",
      typeof signature === "string" ? signature : undefined,
    );
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error;
    log.warn({ gateway: gateway.name, err: { message: error.message } }, "webhook rejected");
    return null;
  }
}

/** Saves the event and, the first time, enqueues fetching its intent, both or neither. The reconciling job makes up for a failed job. */
async function saveEvent({ db, clock, gateway, jobs }: Services, event: GatewayEvent): Promise<void> {
  const now = clock.now();
  const { id: eventId, type, intentId } = event;
  await inTransaction({ db }, async ({ db: tx }) => {
    const inserted = await tx
      .insertInto("webhook_event")
      .values({
        gateway: gateway.name,
        event_id: eventId,
        type,
        received_at: now,
        gateway_intent_id: intentId,
        last_attempt_at: now,
      })
      .onConflict((conflict) => conflict.columns(["gateway", "event_id"]).doNothing())
      .returning("event_id")
      .executeTakeFirst();
    if (inserted && intentId !== null) await jobs.enqueue(tx, paymentQueues.syncIntent, { intentId, eventId });
  });
}

/** In which captures are looked at, in milliseconds ago: Stripe sends an event within minutes, and tries again for days. */
const heardOf = { from: 24 * 3_600_000, until: 3_600_000 };

/** Reports it to the gateway's adapter if money was captured and no event at all has come since: the endpoint may be turned off there. */
export async function checkEventsCome({
  db,
  clock,
  gateway,
}: Pick<Services, "db" | "clock" | "gateway">): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const { since } = await db
    .selectFrom("ledger_entry")
    .select(({ fn }) => fn.min("at").as("since"))
    .where("account", "=", "gateway")
    .where("reason", "=", "capture")
    .where("at", ">", ago(heardOf.from))
    .where("at", "<", ago(heardOf.until))
    .executeTakeFirstOrThrow();
  if (since === null) return;
  const heard = await db
    .selectFrom("webhook_event")
    .select("event_id")
    .where("gateway", "=", gateway.name)
    .where("received_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  if (!heard) gateway.reportMissingEvents();
}

/** Events whose intent was not applied yet, not tried since `before`; the longest ago first. */
export const unprocessedEvents = (db: Database, gateway: string, before: Date) =>
  db
    .selectFrom("webhook_event")
    .select(["event_id as id", "gateway_intent_id"])
    .where("gateway", "=", gateway)
    .where("processed_at", "is", null)
    .where("gateway_intent_id", "is not", null)
    .where("last_attempt_at", "<", before)
    .orderBy("last_attempt_at")
    .limit(100)
    .execute();

/** Records when an event was tried, or that it is processed. */
export async function markWebhookEvent(
  db: Database,
  event: { readonly gateway: string; readonly id: string },
  at: { readonly last_attempt_at: Date } | { readonly processed_at: Date },
): Promise<void> {
  await db
    .updateTable("webhook_event")
    .set(at)
    .where("gateway", "=", event.gateway)
    .where("event_id", "=", event.id)
    .execute();
}
