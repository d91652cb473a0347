import { pino } from "pino";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type OpenDatabase, transact } from "../database/open.ts";
import { openTestDatabase, openTestServer, testDatabaseUrl } from "../testing/databases.ts";
import { createJobs, type Jobs } from "./jobs.ts";

const silent = pino({ level: "silent" });

let database: OpenDatabase;
let jobs: Jobs;
beforeEach(async () => {
  database = await openTestDatabase();
  jobs = createJobs(database, silent);
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
  jobs = createJobs(database, silent, { working: false });
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
/** No look but the first comes while a test runs, and pg-boss by itself asks after ten minutes: only a NOTIFY begins a job. */
const neverMs = 3_600_000;

async function restartedWith(lookMs: number, begun: string[]): Promise<void> {
  await jobs.stop();
  jobs = createJobs(database, silent, { lookMs });
  jobs.define("prompt", async ({ n }) => void begun.push(String(n)));
  await jobs.start(true);
}

test("a job begins when the transaction that enqueued it commits, and not where it is undone", async () => {
  const begun: string[] = [];
  await restartedWith(neverMs, begun);
  // The first may be found by the worker's own first fetch.
  for (const n of ["first", "second", "third"]) {
    await transact(database.db, (tx) => jobs.enqueue(tx, "prompt", { n }));
    await vi.waitFor(() => expect(begun.at(-1)).toBe(n), { timeout: 60_000 });
  }
  const undone = transact(database.db, async (tx) => {
    await jobs.enqueue(tx, "prompt", { n: "undone" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await jobs.enqueue(database.db, "prompt", { n: "last" });
  await vi.waitFor(() => expect(begun.at(-1)).toBe("last"), { timeout: 60_000 });
  expect(begun).toEqual(["first", "second", "third", "last"]);
});

test("more jobs than a worker fetches at once are all begun", async () => {
  const begun: string[] = [];
  await restartedWith(neverMs, begun);
  await transact(database.db, async (tx) => {
    for (let n = 0; n < 23; n += 1) await jobs.enqueue(tx, "prompt", { n });
  });
  await vi.waitFor(() => expect(new Set(begun).size).toBe(23), { timeout: 60_000 });
});

test.runIf(testDatabaseUrl() !== null)("a job that another node enqueued is begun by its NOTIFY", async () => {
  const begun: string[] = [];
  await restartedWith(neverMs, begun);
  const url = database.pool?.options.connectionString ?? "";
  const other = await openTestServer(url);
  const otherJobs = createJobs(other, silent, { lookMs: neverMs });
  otherJobs.define("prompt", async () => undefined);
  await otherJobs.start(false);
  for (const n of ["first", "second", "third"]) {
    await otherJobs.enqueue(other.db, "prompt", { n });
    await vi.waitFor(() => expect(begun.at(-1)).toBe(n), { timeout: 60_000 });
  }
  await otherJobs.stop();
  await other.close();
});

test("a job that waits for its time begins then, though nothing is told when it has come", async () => {
  const begun: string[] = [];
  await restartedWith(20, begun);
  await jobs.enqueue(database.db, "prompt", { n: "later" }, { after: new Date(Date.now() + 500) });
  await vi.waitFor(() => expect(begun).toEqual(["later"]), { timeout: 60_000 });
});

test("with nothing to do a node looks once for all queues, and no worker asks for its own", async () => {
  const asked: string[] = [];
  const note = (text: unknown, values: unknown) => {
    const sent = typeof text === "string" ? { text, values } : (text as { text: string; values: unknown });
    asked.push(`${sent.text} ${JSON.stringify(sent.values ?? [])}`);
  };
  const target = database.lite ?? database.pool;
  const query = target?.query.bind(target) as (...sent: unknown[]) => unknown;
  Object.assign(target as object, {
    query: (text: unknown, values: unknown, ...rest: unknown[]) => (note(text, values), query(text, values, ...rest)),
  });
  await restartedWith(10, []);
  const looks = () => asked.filter((each) => each.includes("unnest"));
  await vi.waitFor(() => expect(looks().length).toBeGreaterThan(3), { timeout: 60_000 });
  const before = asked.length;
  await vi.waitFor(() => expect(looks().length).toBeGreaterThan(30), { timeout: 60_000 });
  const own = asked.slice(before).filter((each) => each.includes("prompt") && !each.includes("unnest"));
  expect(own).toEqual([]);
});
