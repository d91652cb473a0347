import { signWebhook } from "#server/platform/gateway/webhook-signature.ts";
import type { Services } from "#server/platform/services.ts";
import { forwardedFields, type EventFields } from "./event-rules.ts";
import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

const batchSize = 100;
/** With delays that double from one minute, twelve attempts span almost three days. */
const maxAttempts = 12;
const timeoutMs = 10_000;

/**
 * Sends the outbox to the partner URL in the settings, batch by batch; does nothing without the settings. A rejected batch waits for its
 * next attempt. Returns how many events were accepted.
 */
export async function forwardEvents(services: Services): Promise<number> {
  const { db, clock, config, content, log } = services;
  if (!config.eventsForward) return 0;
  const { url, token } = config.eventsForward;
  let sent = 0;
  for (;;) {
    const now = clock.now();
    const events = await leaseUnforwardedEvents(db, {
      names: content.events.forward.events,
      now,
      limit: batchSize,
      maxAttempts,
    });
    if (events.length === 0) return sent;
    const body = JSON.stringify({ events: events.map((event) => forwardedEvent(services, event)) });
    const failure = await postEvents(url, body, signWebhook(body, token, now));
    if (failure !== null) {
      log.warn({ events: events.length, problem: failure }, "events were not taken");
      return sent;
    }
    await markForwarded(
      db,
      events.map(({ id }) => id),
      now,
    );
    sent += events.length;
  }
}

/** The event as sent: its own id, to recognize a repeat, and no patient. */
const forwardedEvent = ({ content }: Pick<Services, "content">, { id, name, fields, at }: UnforwardedEvent) => ({
  id,
  event: name,
  at: at.toISOString(),
  ...forwardedFields(content.events, fields),
});

/** Null when it was accepted; else the failure. Follows no redirect: the data is for that address alone. */
const postEvents = (url: string, body: string, signature: string): Promise<string | null> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-signature": signature },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    (answer) => (answer.ok ? null : `answered ${answer.status}`),
    (error: Error) => error.name,
  );

interface UnforwardedEvent {
  readonly id: string;
  readonly name: string;
  readonly fields: EventFields;
  readonly at: Date;
}

/**
 * Leases events that may be forwarded: of patients who allowed it before the event and whose browsers do not ask for privacy. A lease
 * counts as an attempt, and the next one is due after minutes that double with `attempts`, so a crash on the way is retried later.
 */
async function leaseUnforwardedEvents(
  db: Database,
  filter: {
    readonly names: readonly string[];
    readonly now: Date;
    readonly limit: number;
    readonly maxAttempts: number;
  },
): Promise<UnforwardedEvent[]> {
  const { names, now, limit, maxAttempts } = filter;
  const leased = await db
    .updateTable("marketing_event")
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`${now}::timestamptz + make_interval(mins => power(2, attempts)::int)`,
    })
    .where("id", "in", (from) =>
      from
        .selectFrom("marketing_event as event")
        .innerJoin("measurement_consent as consent", "consent.patient_id", "event.patient_id")
        .select("event.id")
        .where("event.forwarded_at", "is", null)
        .where("event.order_id", "is not", null)
        .where("event.name", "in", [...names])
        .where("event.gpc", "=", false)
        .where("consent.allowed", "=", true)
        .where("consent.gpc_seen_at", "is", null)
        .whereRef("event.at", ">=", "consent.changed_at")
        .where("event.attempts", "<", maxAttempts)
        .where((where) =>
          where.or([where("event.next_attempt_at", "is", null), where("event.next_attempt_at", "<=", now)]),
        )
        .orderBy("event.at")
        .orderBy("event.id")
        .limit(limit)
        .forUpdate("event")
        .skipLocked(),
    )
    .returning(["id", "name", "fields", "at"])
    .execute();
  return leased
    .map((row) => ({ ...row, fields: row.fields as EventFields }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

async function markForwarded(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable("marketing_event")
    .set({ forwarded_at: now })
    .where("id", "in", [...ids])
    .execute();
}
