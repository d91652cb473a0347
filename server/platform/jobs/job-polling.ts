import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { OpenDatabase } from "../database/open.ts";
import { listenOnServer } from "../signals/listen-on-server.ts";

/**
 * Wakes queue workers when there is work. A NOTIFY arrives when a transaction that enqueued commits, on any node; one poll a
 * second finds jobs that have become due (retries, delayed jobs) and those whose NOTIFY was lost.
 */

/** pg-boss's notification channel, derived from its schema's name as by `notifyChannelSql` in its plans. */
const channel = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** One index probe for each queue, however many jobs wait or have ended. */
const dueQueuesSql = `
  select queue from unnest($1::text[]) as queue
  where exists (
    select from pgboss.job
    where name = queue and state < 'active' and not blocked and start_after <= now()
  )`;

const activeJobSql = `
  select exists (select from unnest($1::text[]) as queue where exists (
    select from pgboss.job where name = queue and state = 'active'
  )) as active`;

interface PollOptions {
  readonly database: OpenDatabase;
  readonly log: Logger;
  readonly queues: readonly string[];
  /** Milliseconds between two polls. */
  readonly lookMs: number;
  /** Makes a queue's worker fetch now. */
  readonly wake: (queue: string) => void;
}

/** Starts to listen and to poll; the returned function stops both. */
export function startJobPolling({ database, log, queues, lookMs: pollMs, wake }: PollOptions): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pollInProgress: Promise<void> = Promise.resolve();
  let failed = false;

  const poll = async () => {
    if (stopped) return;
    try {
      for (const queue of await queuesWithDueJobs(database, queues)) if (!stopped) wake(queue);
      failed = false;
    } catch (error) {
      // Logged once per outage; the next poll is a second later.
      if (!failed) log.warn({ err: { message: (error as Error).message } }, "could not look for due jobs");
      failed = true;
    }
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(pollNow, pollMs);
  };
  const pollNow = () => void (pollInProgress = pollInProgress.then(poll));

  pollNow();
  // Polls again once listening begins: notifications since the first poll were missed.
  const stopListening = listen(database, log, wake, pollNow);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await Promise.all([stopListening(), pollInProgress]);
  };
}

/** Those of `queues` with a job to run now. */
export async function queuesWithDueJobs(
  { lite, pool }: OpenDatabase,
  queues: readonly string[],
): Promise<readonly string[]> {
  const found = lite
    ? await lite.query<{ queue: string }>(dueQueuesSql, [queues])
    : await pool?.query<{ queue: string }>({ name: "due queues", text: dueQueuesSql, values: [queues] });
  return (found?.rows ?? []).map(({ queue }) => queue);
}

/** Whether a worker, of this node or another, has begun a job of `queues` and not ended it. */
export async function hasActiveJob({ lite, pool }: OpenDatabase, queues: readonly string[]): Promise<boolean> {
  const found = lite
    ? await lite.query<{ active: boolean }>(activeJobSql, [queues])
    : await pool?.query<{ active: boolean }>({ name: "active jobs", text: activeJobSql, values: [queues] });
  return found?.rows[0]?.active ?? false;
}

/** Calls `wake` with each notified queue, and `begun` whenever listening begins; the returned function stops it. */
function listen(
  { lite, pool }: OpenDatabase,
  log: Logger,
  wake: (queue: string) => void,
  onListening: () => void,
): () => Promise<void> {
  if (!lite)
    return listenOnServer(pool?.options ?? {}, log, { channels: [channel], connection: "calendula jobs" })(
      (_channel, queue) => wake(queue),
      onListening,
    );
  const listening = lite.listen(channel, wake);
  listening.then(onListening, () => undefined);
  return async () => {
    const stopListening = await listening.catch(() => null);
    if (!lite.closed) await stopListening?.();
  };
}
