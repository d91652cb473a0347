import { signWebhook } from "#server/platform/gateway/webhook-signature.ts";
import type { Services } from "#server/platform/services.ts";
import { forwardedFields } from "./event-rules.ts";
import { leaseUnforwardedEvents, markForwarded, type UnforwardedEvent } from "./forward-queries.ts";

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
