import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { OpenDatabase } from "../database/open.ts";
import { followServer } from "../realtime/signals-server.ts";

/**
 * When the workers of the queues have something to do. A NOTIFY says so when a transaction that enqueued commits, on whichever node; one look a
 * second finds what has become due at its time (retries, delayed jobs) and whatever a NOTIFY that was lost would have told.
 */

/** The channel on which pg-boss notifies, made from the name of its schema as `notifyChannelSql` of its plans does. */
const channel = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** One probe of an index for each queue, however many jobs wait or have ended. */
const dueQueues = `
  select queue from unnest($1::text[]) as queue
  where exists (
    select from pgboss.job
    where name = queue and state < 'active' and not blocked and start_after <= now()
  )`;

interface WakeUps {
  readonly database: OpenDatabase;
  readonly log: Logger;
  readonly queues: readonly string[];
  /** Milliseconds from one look to the next. */
  readonly lookMs: number;
  /** Lets the worker of a queue fetch now. */
  readonly wake: (queue: string) => void;
}

/** Begins to listen and to look; the returned function ends both. */
export function followWakeUps({ database, log, queues, lookMs, wake }: WakeUps): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let failed = false;

  const look = async () => {
    try {
      for (const queue of await dueIn(database, queues)) if (!stopped) wake(queue);
      failed = false;
    } catch (error) {
      // Once for each outage: a second later is the next look.
      if (!failed) log.warn({ err: { message: (error as Error).message } }, "could not look for due jobs");
      failed = true;
    }
    if (!stopped) timer = setTimeout(() => void (looking = look()), lookMs);
  };

  const leave = listen(database, log, wake);
  looking = look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await Promise.all([leave(), looking]);
  };
}

async function dueIn({ lite, pool }: OpenDatabase, queues: readonly string[]): Promise<readonly string[]> {
  const found = lite
    ? await lite.query<{ queue: string }>(dueQueues, [queues])
    : await pool?.query<{ queue: string }>({ name: "due queues", text: dueQueues, values: [queues] });
  return (found?.rows ?? []).map(({ queue }) => queue);
}

/** What was told while nobody listened is found by the next look. */
function listen({ lite, pool }: OpenDatabase, log: Logger, wake: (queue: string) => void): () => Promise<void> {
  if (!lite)
    return followServer(pool?.options ?? {}, log, { channels: [channel], connection: "calendula jobs" })(
      (_channel, queue) => wake(queue),
      () => undefined,
    );
  const listening = lite.listen(channel, wake);
  return async () => {
    const leave = await listening.catch(() => null);
    if (!lite.closed) await leave?.();
  };
}
