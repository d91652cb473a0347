import { signWebhook } from "#server/platform/gateway/webhook-signature.ts";
import type { Services } from "#server/platform/services.ts";
import { forwardedFields } from "./event-rules.ts";
import { leaseUnforwardedEvents, markForwarded, type UnforwardedEvent } from "./forward-queries.ts";

const batchSize = 100;
/** With minutes that double from one, twelve tries reach over almost three days. */
const maxAttempts = 12;
const timeoutMs = 10_000;

/**
 * Sends what waits in the outbox to where the practice set up, batch by batch; nothing without the settings. What is not taken waits for
 * its next try. Answers how many were taken.
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
      tries: maxAttempts,
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

/** The event as it leaves: its own id to know a repeat by, and no patient. */
const forwardedEvent = ({ content }: Pick<Services, "content">, { id, name, fields, at }: UnforwardedEvent) => ({
  id,
  event: name,
  at: at.toISOString(),
  ...forwardedFields(content.events, fields),
});

/** Null when it was taken; else what went wrong. Follows no redirect: the data is for that address alone. */
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
