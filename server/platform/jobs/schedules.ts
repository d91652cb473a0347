import { sql } from "kysely";
import { type Database, inTransaction, type Tx } from "../database/open.ts";
import type { Polls } from "../database/polls.ts";
import { parseCron } from "./cron.ts";

/** The setting that holds the last minute, counted since 1970 by the database's time, whose scheduled queues were enqueued. */
const settingName = "scheduled_until";
const currentMinute = sql`floor(extract(epoch from clock_timestamp()) / 60)`;
/** How many past minutes a node makes up for after nobody enqueued anything: a daily queue is not skipped by a restart. */
const maxCatchUpMinutes = 60;

interface Schedules {
  readonly db: Database;
  readonly polls: Polls;
  /** In cron notation, by queue. */
  readonly crons: ReadonlyMap<string, string>;
  readonly enqueue: (tx: Tx, queue: string) => Promise<void>;
  readonly isPaused: () => Promise<boolean>;
  readonly onError: (error: Error) => void;
}

/**
 * Enqueues each scheduled queue when its minute has come, once among all nodes. pg-boss's own scheduler sends a job that sends the job, and polls for
 * it: twice the transactions. The returned function stops it.
 */
export async function startSchedules({
  db,
  polls,
  crons,
  enqueue,
  isPaused,
  onError,
}: Schedules): Promise<() => Promise<void>> {
  const schedules = [...crons].map(([queue, cron]) => ({ queue, isDue: parseCron(cron) }));
  await sql`insert into setting (name, value) values (${settingName}, to_jsonb(${currentMinute})) on conflict do nothing`.execute(
    db,
  );
  let running: Promise<void> = Promise.resolve();

  const enqueueDue = async () => {
    // Another node does, or this one makes up for it.
    if (await isPaused()) return;
    await inTransaction({ db }, async ({ db: tx }) => {
      const { rows } = await sql<{ last: number; now: number }>`
        select value::int as last, ${currentMinute}::int as now from setting where name = ${settingName} for update`.execute(
        tx,
      );
      const [row] = rows;
      // Another node was first.
      if (!row || row.last >= row.now) return;
      await sql`update setting set value = to_jsonb(${row.now}::int) where name = ${settingName}`.execute(tx);
      const minutes = Array.from(
        { length: Math.min(row.now - row.last, maxCatchUpMinutes) },
        (_, back) => new Date((row.now - back) * 60_000),
      );
      for (const { queue, isDue } of schedules) if (minutes.some(isDue)) await enqueue(tx, queue);
    });
  };
  const stopPolling = polls.add({
    select: () => sql`select name from setting where name = ${settingName} and value::int < ${currentMinute}`,
    found: ([due]) => {
      if (due !== undefined) running = enqueueDue().catch(onError);
    },
  });
  return async () => {
    await stopPolling();
    await running;
  };
}
