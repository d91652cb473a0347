import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { takeLease } from "#server/platform/jobs/lease.ts";
import type { Services } from "#server/platform/services.ts";
import { type EventRow, numberEvents, presentEvent } from "../events/clinic-events.ts";
import { alarmPractice } from "./alarms.ts";
import { alarmAfterMs, disableAfterMs, nextAttemptAt, type Outcome, outcomeOf, resumeAt } from "./retry-schedule.ts";
import { send, type SendOptions, type SendResult } from "./send.ts";
import { webhookAnswer, webhookTable } from "./webhook-answers.ts";

/*
 * Sends events to the practice's endpoints. Each endpoint with something due is drained by one node at a time, which takes its deliveries in the order of
 * the log. Endpoints know nothing of each other, so one that hangs delays none. An event may arrive more than once, always with the same `webhook-id`.
 */

type Deps = Pick<Services, "db" | "clock" | "secrets" | "config" | "content" | "jobs" | "polls" | "log" | "outside">;

/** Deliveries read at a time, and how many of them are under way at once. */
const batchSize = 100;
const concurrency = 5;
/** Events that become deliveries of an endpoint in one statement. */
const recordBatch = 1000;

export const secretContext = sealed("webhook_endpoint.secret_sealed");
export const previousSecretContext = sealed("webhook_endpoint.previous_secret_sealed");

/** Sends what is due on this node from now on; the returned function stops it and waits for what is under way. */
export function startWebhooks(services: Deps, options: Partial<SendOptions> = {}): () => Promise<void> {
  const draining = new Map<string, Promise<void>>();
  let stopped = false;
  const stopPolling = services.polls.add({
    select: () => dueEndpoints(services.clock.now()),
    found: (ids) => {
      for (const id of ids) {
        if (draining.has(id) || stopped) continue;
        const drain = drainEndpoint(services, id, { ...options, isStopped: () => stopped })
          .catch((error: Error) =>
            services.log.error({ webhook: id, err: { message: error.message } }, "webhook not sent"),
          )
          .finally(() => draining.delete(id));
        draining.set(id, drain);
      }
    },
  });
  return async () => {
    stopped = true;
    await stopPolling();
    await Promise.all(draining.values());
  };
}

/** Sends everything that is due now, and ends. */
export async function deliverDue(services: Deps, options: Partial<SendOptions> = {}): Promise<void> {
  const { rows } = await dueEndpoints(services.clock.now()).execute(services.db);
  await Promise.all(rows.map(({ id }) => drainEndpoint(services, id, options)));
}

/** Endpoints with deliveries due, or with events that are none of their deliveries yet. */
const dueEndpoints = (now: Date) => sql<{ id: string }>`
  select id::text from webhook_endpoint endpoint
  where exists (select from clinic_event where seq is null)
    or exists (select from clinic_event where seq > endpoint.recorded_seq)
    or (disabled_at is null and (resume_at is null or resume_at <= ${now}) and exists (
      select from webhook_delivery where endpoint_id = endpoint.id and next_attempt_at <= ${now}
    ))`;

async function drainEndpoint(
  services: Deps,
  id: string,
  { isStopped = () => false, ...options }: Partial<SendOptions> & { readonly isStopped?: () => boolean },
): Promise<void> {
  const lease = await takeLease(services.db, `webhook:${id}`);
  if (!lease) return;
  try {
    await numberEvents(services.db);
    await recordDeliveries(services, id);
    while (!isStopped() && (await sendBatch(services, id, options, isStopped)) && (await lease.isHeld()));
  } finally {
    await lease.release();
  }
}

/** Makes deliveries of the events an endpoint has none of yet; also of a disabled one. */
async function recordDeliveries({ db, clock }: Deps, endpointId: string): Promise<void> {
  for (let more = true; more;) {
    const { rows } = await sql<{ more: boolean }>`
      with endpoint as (
        select id, types, recorded_seq from webhook_endpoint where id = ${endpointId} for update
      ), events as (
        select event.id, event.seq, event.type from clinic_event event, endpoint
        where event.seq > endpoint.recorded_seq order by event.seq limit ${recordBatch}
      ), recorded as (
        insert into webhook_delivery (endpoint_id, event_id, event_seq, next_attempt_at)
        select endpoint.id, events.id, events.seq, ${clock.now()}::timestamptz from events, endpoint
        where endpoint.types is null or events.type = any (endpoint.types)
        on conflict do nothing
      )
      update webhook_endpoint set recorded_seq = (select max(seq) from events)
      where id = ${endpointId} and exists (select from events)
      returning (select count(*) from events) = ${recordBatch} as more`.execute(db);
    more = rows[0]?.more ?? false;
  }
}

interface Delivery extends EventRow {
  readonly attempts: number;
}

interface Attempt {
  readonly delivery: Delivery;
  readonly result: SendResult;
  readonly outcome: Outcome;
}

/** Sends one batch; whether there may be more to send now. */
async function sendBatch(
  services: Deps,
  endpointId: string,
  options: Partial<SendOptions>,
  isStopped: () => boolean,
): Promise<boolean> {
  const { db, clock, secrets, config } = services;
  const endpoint = await db
    .selectFrom("webhook_endpoint")
    .selectAll()
    .where("id", "=", endpointId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  const now = clock.now();
  if (!endpoint || (endpoint.resume_at !== null && endpoint.resume_at > now)) return false;
  // One that fails is tried with a single event.
  const limit = endpoint.failures > 0 ? 1 : batchSize;
  const deliveries = await dueDeliveries(db, endpointId, now, limit);
  if (deliveries.length === 0) return false;
  const keys = [openText(secrets, endpoint.secret_sealed, secretContext(endpointId))];
  if (endpoint.previous_secret_until !== null && endpoint.previous_secret_until > now)
    keys.push(openText(secrets, endpoint.previous_secret_sealed, previousSecretContext(endpointId)));
  const signers = keys.flatMap((key) => (key === null ? [] : [new Webhook(key)]));

  const attempts: Attempt[] = [];
  const queue = [...deliveries];
  let isDown = false;
  const sendNext = async () => {
    for (let delivery = queue.shift(); delivery && !isDown && !isStopped(); delivery = queue.shift()) {
      const { body, headers } = signedRequest(signers, delivery, clock.now());
      const result = await send(endpoint.url, headers, body, { networks: config.webhookNetworks, ...options });
      const outcome = outcomeOf(result);
      attempts.push({ delivery, result, outcome });
      isDown ||= outcome === "down" || outcome === "gone";
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  await recordAttempts(services, endpointId, attempts);
  return !isDown;
}

const dueDeliveries = (db: Database, endpointId: string, now: Date, limit: number): Promise<Delivery[]> =>
  db
    .selectFrom("webhook_delivery")
    .innerJoin("clinic_event", "clinic_event.id", "webhook_delivery.event_id")
    .select(["clinic_event.id", "type", "patient_id", "object_kind", "object_id", "at", "attempts"])
    .where("endpoint_id", "=", endpointId)
    .where("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .orderBy("event_seq")
    .limit(limit)
    .execute();

/** The request of Standard Webhooks: id, time and a signature of each secret. */
function signedRequest(signers: readonly Webhook[], delivery: Delivery, now: Date) {
  const { id, type, at, patientid, object } = presentEvent(delivery);
  const body = JSON.stringify({ type, timestamp: at, data: { patientid, object } });
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signers.map((signer) => signer.sign(id, now, body)).join(" "),
  };
  return { body, headers };
}

async function recordAttempts(services: Deps, endpointId: string, attempts: readonly Attempt[]): Promise<void> {
  const { clock } = services;
  const now = clock.now();
  const rows = attempts.map(({ delivery, result, outcome }) => ({
    id: delivery.id,
    delivered: outcome === "accepted",
    next: outcome === "accepted" ? null : nextAttemptAt(delivery.attempts + 1, now),
    status: "status" in result ? result.status : null,
    error: "error" in result ? result.error : null,
  }));
  await sql`
    update webhook_delivery set
      attempts = attempts + 1,
      last_attempt_at = ${now},
      delivered_at = case when attempt.delivered then ${now}::timestamptz end,
      next_attempt_at = attempt.next,
      last_status = attempt.status,
      last_error = attempt.error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as attempt (id uuid, delivered boolean, next timestamptz, status smallint, error text)
    where endpoint_id = ${endpointId} and event_id = attempt.id`.execute(services.db);
  const reports = services.outside.of(webhookTable);
  for (const { result } of attempts) {
    const answer = webhookAnswer(result);
    if (answer !== null) reports.failed(answer, "status" in result ? String(result.status) : undefined);
  }
  await recordHealth(services, endpointId, attempts);
  await endAlarmUnlessFailing(services);
  if (rows.some(({ delivered, next }) => !delivered && next === null))
    await alarmPractice(services, endpointId, "event_given_up");
}

/** The alarm is about all endpoints together: it ends once none that is switched on fails. */
async function endAlarmUnlessFailing({ db, outside }: Deps): Promise<void> {
  const failing = await db
    .selectFrom("webhook_endpoint")
    .select("id")
    .where("failing_since", "is not", null)
    .where("disabled_at", "is", null)
    .limit(1)
    .execute();
  if (failing.length === 0) outside.of(webhookTable).worked();
}

/** What the attempts say of the endpoint itself: it works, it rests for a while, or it is disabled. */
async function recordHealth(services: Deps, endpointId: string, attempts: readonly Attempt[]): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const update = db.updateTable("webhook_endpoint").where("id", "=", endpointId);
  if (attempts.some(({ outcome }) => outcome === "gone")) {
    await update.set({ disabled_at: now, disabled_by: "gone" }).execute();
    return alarmPractice(services, endpointId, "disabled");
  }
  const down = attempts.findLast(({ outcome }) => outcome === "down");
  const answered = attempts.some(({ outcome }) => outcome === "accepted" || outcome === "refused");
  if (!down) {
    if (answered)
      await update.set({ failures: 0, failing_since: null, resume_at: null }).where("failures", ">", 0).execute();
    return;
  }
  const retryAfterSeconds = "status" in down.result ? down.result.retryAfterSeconds : null;
  const { failures, failing_since } = await update
    .set((sqlOf) => ({
      failures: answered ? 1 : sqlOf("failures", "+", 1),
      failing_since: answered ? now : sqlOf.fn.coalesce(sqlOf.ref("failing_since"), sqlOf.val(now)),
    }))
    .returning(["failures", "failing_since"])
    .executeTakeFirstOrThrow();
  const failingMs = now.getTime() - (failing_since ?? now).getTime();
  if (failingMs >= disableAfterMs) {
    await update.set({ disabled_at: now, disabled_by: "failing" }).execute();
    return alarmPractice(services, endpointId, "disabled");
  }
  await update.set({ resume_at: resumeAt(failures, retryAfterSeconds, now) }).execute();
  if (failingMs >= alarmAfterMs) await alarmPractice(services, endpointId, "failing");
}
