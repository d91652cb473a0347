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
const withDueJobs = `
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
    if (stopped) return;
    try {
      for (const queue of await dueIn(database, queues)) if (!stopped) wake(queue);
      failed = false;
    } catch (error) {
      // Once for each outage: a second later is the next look.
      if (!failed) log.warn({ err: { message: (error as Error).message } }, "could not look for due jobs");
      failed = true;
    }
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(lookNow, lookMs);
  };
  const lookNow = () => void (looking = looking.then(look));

  lookNow();
  // Once more when listening begins: what was told between the look before and then, nobody heard.
  const leave = listen(database, log, wake, lookNow);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await Promise.all([leave(), looking]);
  };
}

/** Those of `queues` that have a job to run now. */
export async function dueIn({ lite, pool }: OpenDatabase, queues: readonly string[]): Promise<readonly string[]> {
  const found = lite
    ? await lite.query<{ queue: string }>(withDueJobs, [queues])
    : await pool?.query<{ queue: string }>({ name: "due queues", text: withDueJobs, values: [queues] });
  return (found?.rows ?? []).map(({ queue }) => queue);
}

/** Calls `wake` with each queue that is told of and `begun` whenever listening begins; the returned function ends it. */
function listen(
  { lite, pool }: OpenDatabase,
  log: Logger,
  wake: (queue: string) => void,
  begun: () => void,
): () => Promise<void> {
  if (!lite)
    return followServer(pool?.options ?? {}, log, { channels: [channel], connection: "calendula jobs" })(
      (_channel, queue) => wake(queue),
      begun,
    );
  const listening = lite.listen(channel, wake);
  listening.then(begun, () => undefined);
  return async () => {
    const leave = await listening.catch(() => null);
    if (!lite.closed) await leave?.();
  };
}
