import { pino } from "pino";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenDatabase } from "../database/open.ts";
import { openTestDatabase } from "../testing/databases.ts";
import { createJobs, type Jobs } from "./jobs.ts";

let database: OpenDatabase;
let jobs: Jobs;
beforeEach(async () => {
  database = await openTestDatabase();
  jobs = createJobs(database, pino({ level: "silent" }));
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

/** How many jobs of the queue are in each state. */
async function states(queue: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: string }>`
    select state::text, count(*) from pgboss.job where name = ${queue} group by state`.execute(database.db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

async function enqueued(queue: string, count: number): Promise<void> {
  await jobs.start(false);
  for (let n = 0; n < count; n += 1) await jobs.enqueue(database.db, queue, { n });
}

test("a job that fails takes no other of its batch with it", async () => {
  const runs: number[] = [];
  jobs.define("batch", async ({ n }) => {
    runs.push(Number(n));
    if (n === 0) throw new Error("poison");
  });
  await enqueued("batch", 5);
  await jobs.start(true);
  await vi.waitFor(async () => expect(await states("batch")).toEqual({ retry: 1, completed: 4 }), { timeout: 60_000 });
  expect(new Set(runs)).toEqual(new Set([0, 1, 2, 3, 4]));
  expect(runs.filter((n) => n > 0)).toHaveLength(4);
});

test("drain takes up no job before its turn, so that none of them waits without a heartbeat", async () => {
  const underWay: (number | undefined)[] = [];
  jobs.define("turns", async () => void underWay.push((await states("turns"))["active"]));
  await enqueued("turns", 3);
  expect(await jobs.drain()).toBe(3);
  expect(underWay).toEqual([1, 1, 1]);
});

test("a node without jobs enqueues and leaves alone what is due, waited for, drained or woken", async () => {
  await jobs.stop();
  const ran: unknown[] = [];
  jobs = createJobs(database, pino({ level: "silent" }), false);
  jobs.define("drill", async (data) => void ran.push(data), { cron: "* * * * *" });
  await enqueued("drill", 2);
  await jobs.start(true);
  await jobs.wake();
  expect(await jobs.drain()).toBe(0);
  const { rows } = await sql`select from pgboss.schedule where name = 'drill'`.execute(database.db);
  expect({ ran, states: await states("drill"), scheduled: rows.length }).toEqual({
    ran: [],
    states: { created: 2 },
    scheduled: 0,
  });
});
