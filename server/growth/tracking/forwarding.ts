import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/platform/database/open.ts";
import { signWebhook } from "#server/platform/gateway/webhook-signature.ts";
import { ask, connectionsOf } from "#server/platform/outside/ask.ts";
import type { ProbeResult } from "#server/platform/outside/probe.ts";
import type { Services } from "#server/platform/services.ts";
import { forwardedFields, type EventFields } from "./event-rules.ts";
import { forwardingAnswer, forwardingTable } from "./forwarding-answers.ts";

const batchSize = 100;
/** Delays double from one minute up to 2^8 minutes, which are four hours. */
const maxDoublings = 8;
const timeoutMs = 10_000;
const maxAnswerBytes = 4096;
const connections = connectionsOf(2);

/**
 * Sends the outbox to the partner URL in the settings, batch by batch; does nothing without the settings. A rejected batch waits for its
 * next attempt, and is never given up. Returns how many events were accepted.
 */
export async function forwardEvents(services: Services): Promise<number> {
  const { db, clock, config, content, outside } = services;
  if (!config.eventsForward) return 0;
  const reports = outside.of(forwardingTable);
  let sent = 0;
  for (;;) {
    const now = clock.now();
    const events = await leaseUnforwardedEvents(db, {
      names: content.events.forward.events,
      now,
      limit: batchSize,
    });
    if (events.length === 0) return sent;
    const answer = await offer(
      config.eventsForward,
      events.map((event) => forwardedEvent(services, event)),
      now,
    );
    const row = forwardingAnswer(answer);
    if (row !== null) {
      reports.failed(row, "error" in answer ? answer.error : String(answer.status));
      return sent;
    }
    reports.worked();
    await markForwarded(
      db,
      events.map(({ id }) => id),
      now,
    );
    sent += events.length;
  }
}

/** Sends a batch to the partner, signed. */
function offer({ url, token }: NonNullable<Config["eventsForward"]>, events: readonly unknown[], now: Date) {
  const body = JSON.stringify({ events });
  const headers = { "content-type": "application/json", "x-signature": signWebhook(body, token, now) };
  return ask(url, { headers, body, timeoutMs, maxBytes: maxAnswerBytes, connections });
}

/**
 * Offers the partner no events at all, signed. Whoever reads the signature first refuses a wrong one, and whoever reads the batch then takes it or
 * refuses it as empty; both show that real events would be read.
 */
export async function probeForwarding(settings: NonNullable<Config["eventsForward"]>): Promise<ProbeResult[]> {
  const answer = await offer(settings, [], new Date());
  const row = forwardingAnswer(answer);
  const checked = `takes our signature at ${new URL(settings.url).host}`;
  const works = row === null || row === "refused_events";
  const code = "error" in answer ? answer.error : String(answer.status);
  const problem = works ? null : { answer: row, todo: forwardingTable.rows[row].practice, code };
  return [{ system: "event_forwarding", checked, problem }];
}

/** The event as sent: its own id, to recognize a repeat, and no patient. */
const forwardedEvent = ({ content }: Pick<Services, "content">, { id, name, fields, at }: UnforwardedEvent) => ({
  id,
  event: name,
  at: at.toISOString(),
  ...forwardedFields(content.events, fields),
});

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
  },
): Promise<UnforwardedEvent[]> {
  const { names, now, limit } = filter;
  const leased = await db
    .updateTable("marketing_event")
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`${now}::timestamptz + make_interval(mins => power(2, least(attempts, ${maxDoublings}))::int)`,
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
