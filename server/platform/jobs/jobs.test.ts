import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type OpenDatabase, inTransaction } from "../database/open.ts";
import { createPolls } from "../database/polls.ts";
import { openTestDatabase, openTestServer, testDatabaseUrl } from "../database/testing/test-databases.ts";
import { createJobs, type Jobs } from "./jobs.ts";

const silentLog = pino({ level: "silent" });

let database: OpenDatabase;
let jobs: Jobs;
beforeEach(async () => {
  database = await openTestDatabase();
  jobs = createJobs(database, silentLog);
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

/** Number of the queue's jobs in each state. */
async function jobStates(queue: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: string }>`
    select state::text, count(*) from pgboss.job where name = ${queue} group by state`.execute(database.db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

async function enqueueJobs(queue: string, count: number): Promise<void> {
  await jobs.start(false);
  for (let n = 0; n < count; n += 1) await jobs.enqueue(database.db, queue, { n });
}

test("a failing job does not fail others of its batch", async () => {
  const runs: number[] = [];
  jobs.define("batch", async ({ n }) => {
    runs.push(Number(n));
    if (n === 0) throw new Error("poison");
  });
  await enqueueJobs("batch", 5);
  await jobs.start(true);
  await vi.waitFor(async () => expect(await jobStates("batch")).toEqual({ retry: 1, completed: 4 }), {
    timeout: 60_000,
  });
  expect(new Set(runs)).toEqual(new Set([0, 1, 2, 3, 4]));
  expect(runs.filter((n) => n > 0)).toHaveLength(4);
});

test("drain fetches no job before its turn, so that none waits without a heartbeat", async () => {
  const activeCounts: (number | undefined)[] = [];
  jobs.define("turns", async () => void activeCounts.push((await jobStates("turns"))["active"]));
  await enqueueJobs("turns", 3);
  expect(await jobs.drain()).toBe(3);
  expect(activeCounts).toEqual([1, 1, 1]);
});

test("drain waits for a job that a worker has begun, and runs what that one enqueues", async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ran: string[] = [];
  jobs.define("first", async () => {
    begin();
    await finished;
    ran.push("first");
    await jobs.enqueue(database.db, "second", {});
  });
  jobs.define("second", async () => void ran.push("second"));
  await enqueueJobs("first", 1);
  await jobs.start(true);
  await begun;
  const drained = jobs.drain().then(() => ran.push("drained"));
  await sql`select 1`.execute(database.db);
  finish();
  await drained;
  expect(ran).toEqual(["first", "second", "drained"]);
});

test("a node without jobs enqueues and leaves due jobs alone, whether waiting, drained or woken", async () => {
  await jobs.stop();
  const ran: unknown[] = [];
  jobs = createJobs(database, silentLog, { runsJobs: false });
  jobs.define("drill", async (data) => void ran.push(data), { cron: "* * * * *" });
  await enqueueJobs("drill", 2);
  await jobs.start(true);
  await jobs.handleSchedules();
  expect(await jobs.drain()).toBe(0);
  const { rows } = await sql`select from pgboss.schedule where name = 'drill'`.execute(database.db);
  expect({ ran, states: await jobStates("drill"), scheduled: rows.length }).toEqual({
    ran: [],
    states: { created: 2 },
    scheduled: 0,
  });
});

test("for the demo's clock each scheduled queue is handled once, also after one that fails, and none is enqueued", async () => {
  const ran: string[] = [];
  jobs.define("fails", () => Promise.reject(new Error("not today")), { cron: "* * * * *" });
  jobs.define("nightly", async () => void ran.push("nightly"), { cron: "0 3 * * *" });
  jobs.define("unscheduled", async () => void ran.push("unscheduled"));
  await jobs.start(false);
  await jobs.handleSchedules();
  expect({ ran, drained: await jobs.drain() }).toEqual({ ran: ["nightly"], drained: 0 });
});

/** No poll but the first happens during a test, and pg-boss itself polls after ten minutes: only a NOTIFY starts a job. */
const effectivelyNeverMs = 3_600_000;

async function restartJobs(pollMs: number, started: string[]): Promise<void> {
  await jobs.stop();
  jobs = createJobs(database, silentLog, { polls: createPolls(database.db, silentLog, pollMs) });
  jobs.define("prompt", async ({ n }) => void started.push(String(n)));
  await jobs.start(true);
}

test("a job starts when the transaction that enqueued it commits, and not if it is rolled back", async () => {
  const started: string[] = [];
  await restartJobs(effectivelyNeverMs, started);
  // The first may be found by the worker's own first fetch.
  for (const n of ["first", "second", "third"]) {
    await inTransaction(database, ({ db: tx }) => jobs.enqueue(tx, "prompt", { n }));
    await vi.waitFor(() => expect(started.at(-1)).toBe(n), { timeout: 60_000 });
  }
  const undone = inTransaction(database, async ({ db: tx }) => {
    await jobs.enqueue(tx, "prompt", { n: "undone" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await jobs.enqueue(database.db, "prompt", { n: "last" });
  await vi.waitFor(() => expect(started.at(-1)).toBe("last"), { timeout: 60_000 });
  expect(started).toEqual(["first", "second", "third", "last"]);
});

test("more jobs than a worker fetches at once are all started", async () => {
  const started: string[] = [];
  await restartJobs(effectivelyNeverMs, started);
  await inTransaction(database, async ({ db: tx }) => {
    for (let n = 0; n < 23; n += 1) await jobs.enqueue(tx, "prompt", { n });
  });
  await vi.waitFor(() => expect(new Set(started).size).toBe(23), { timeout: 60_000 });
});

test.runIf(testDatabaseUrl() !== null)("a job that another node enqueued is started by its NOTIFY", async () => {
  const started: string[] = [];
  await restartJobs(effectivelyNeverMs, started);
  const url = database.pool?.options.connectionString ?? "";
  const other = await openTestServer(url);
  const otherJobs = createJobs(other, silentLog, { polls: createPolls(other.db, silentLog, effectivelyNeverMs) });
  otherJobs.define("prompt", async () => undefined);
  await otherJobs.start(false);
  for (const n of ["first", "second", "third"]) {
    await otherJobs.enqueue(other.db, "prompt", { n });
    await vi.waitFor(() => expect(started.at(-1)).toBe(n), { timeout: 60_000 });
  }
  await otherJobs.stop();
  await other.close();
});

test("a delayed job starts when it is due, without a notification", async () => {
  const started: string[] = [];
  await restartJobs(20, started);
  await jobs.enqueue(database.db, "prompt", { n: "later" }, { after: new Date(Date.now() + 500) });
  await vi.waitFor(() => expect(started).toEqual(["later"]), { timeout: 60_000 });
});

test("an idle node polls once for all queues, and no worker polls its own", async () => {
  const statements: string[] = [];
  const recordStatement = (text: unknown, values: unknown) => {
    const sent = typeof text === "string" ? { text, values } : (text as { text: string; values: unknown });
    statements.push(`${sent.text} ${JSON.stringify(sent.values ?? [])}`);
  };
  await jobs.stop();
  await database.close();
  // Polls are reads of Kysely's, the queue's own statements are not.
  database = await openTestDatabase(null, ({ query }) => recordStatement(query.sql, query.parameters));
  jobs = createJobs(database, silentLog);
  const target = database.lite ?? database.pool;
  const query = target?.query.bind(target) as (...sent: unknown[]) => unknown;
  Object.assign(target as object, {
    query: (text: unknown, values: unknown, ...rest: unknown[]) => (
      recordStatement(text, values),
      query(text, values, ...rest)
    ),
  });
  await restartJobs(10, []);
  const polls = () => statements.filter((each) => each.includes("unnest"));
  await vi.waitFor(() => expect(polls().length).toBeGreaterThan(3), { timeout: 60_000 });
  const before = statements.length;
  await vi.waitFor(() => expect(polls().length).toBeGreaterThan(30), { timeout: 60_000 });
  const workerQueries = statements.slice(before).filter((each) => each.includes("prompt") && !each.includes("unnest"));
  expect(workerQueries).toEqual([]);
});

test("a queue of an earlier version gets the retries of this one", async () => {
  const retries = async () => {
    const { rows } = await sql<{ limit: number; longest: number | null }>`
      select retry_limit as limit, retry_delay_max as longest from pgboss.queue where name = 'changed'`.execute(
      database.db,
    );
    return rows;
  };
  jobs.define("changed", async () => undefined, { retries: 13 });
  await jobs.start(false);
  expect(await retries()).toEqual([{ limit: 13, longest: null }]);
  await jobs.stop();
  jobs = createJobs(database, silentLog);
  jobs.define("changed", async () => undefined, { retries: 400, longestRetrySeconds: 900 });
  await jobs.start(false);
  expect(await retries()).toEqual([{ limit: 400, longest: 900 }]);
});
