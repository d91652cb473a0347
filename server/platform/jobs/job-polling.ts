import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, OpenDatabase } from "../database/open.ts";
import type { Polls } from "../database/polls.ts";
import { listenOnServer } from "../signals/listen-on-server.ts";

/**
 * Wakes queue workers when there is work. A NOTIFY arrives when a transaction that enqueued commits, on any node; one poll a
 * second finds jobs that have become due (retries, delayed jobs) and those whose NOTIFY was lost.
 */

/** pg-boss's notification channel, derived from its schema's name as by `notifyChannelSql` in its plans. */
const channel = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** One index probe for each queue, however many jobs wait or have ended. */
const dueQueues = (queues: readonly string[]) => sql<{ queue: string }>`
  select queue from unnest(${queues}::text[]) as queue
  where exists (
    select from pgboss.job
    where name = queue and state < 'active' and not blocked and start_after <= now()
  )`;

interface PollOptions {
  readonly database: OpenDatabase;
  readonly polls: Polls;
  readonly log: Logger;
  readonly queues: readonly string[];
  /** Makes a queue's worker fetch now. */
  readonly wake: (queue: string) => void;
}

/** Starts to listen and to poll; the returned function stops both. */
export function startJobPolling({ database, polls, log, queues, wake }: PollOptions): () => Promise<void> {
  const stopPolling = polls.add({
    select: () => dueQueues(queues),
    found: (due) => due.forEach(wake),
  });
  // Polls again once listening begins: notifications since the first poll were missed.
  const stopListening = listen(database, log, wake, polls.readNow);
  return async () => void (await Promise.all([stopListening(), stopPolling()]));
}

/** Those of `queues` with a job to run now. */
export async function queuesWithDueJobs(db: Database, queues: readonly string[]): Promise<readonly string[]> {
  const { rows } = await dueQueues(queues).execute(db);
  return rows.map(({ queue }) => queue);
}

/**
 * Whether a worker, of this node or another, has begun a job of `queues` and not ended it, or one is due. Both in one statement: between two, a job
 * could end that enqueued another, or a worker begin the one that was due.
 */
export async function hasUnfinishedJob(db: Database, queues: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ unfinished: boolean }>`
    select exists (select from unnest(${queues}::text[]) as queue where exists (
      select from pgboss.job where name = queue and state = 'active'
    )) or exists (${dueQueues(queues)}) as unfinished`.execute(db);
  return rows[0]?.unfinished ?? false;
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
