import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenDatabase } from "../database/open.ts";
import { createPolls, type Polls } from "../database/polls.ts";
import { openTestDatabase } from "../database/testing/test-databases.ts";
import { startSchedules } from "./schedules.ts";

const silentLog = pino({ level: "silent" });
/** No poll but the first and those a test asks for. */
const effectivelyNeverMs = 3_600_000;

let database: OpenDatabase;
let polls: Polls;
const enqueued: string[] = [];
const crons = new Map([
  ["minutely", "* * * * *"],
  ["another", "* * * * *"],
  ["in February", "0 0 30 2 *"],
]);

const start = () =>
  startSchedules({
    db: database.db,
    polls,
    crons,
    isPaused: async () => false,
    enqueue: async (_tx, queue) => void enqueued.push(queue),
    onError: (error) => void enqueued.push(error.message),
  });
/** As if this many minutes had passed since queues were last enqueued. */
const backdate = (minutes: number) =>
  sql`update setting set value = to_jsonb(value::int - ${minutes}::int) where name = 'scheduled_until'`.execute(
    database.db,
  );
const isUpToDate = async () => {
  const { rows } = await sql<{ late: number }>`
    select floor(extract(epoch from now()) / 60)::int - value::int as late from setting where name = 'scheduled_until'`.execute(
    database.db,
  );
  // The next minute may have begun; it was put back by three.
  return (rows[0]?.late ?? 3) < 3;
};

beforeEach(async () => {
  database = await openTestDatabase();
  polls = createPolls(database.db, silentLog, effectivelyNeverMs);
  enqueued.length = 0;
});
afterEach(() => database.close());

test("a queue whose minute has come is enqueued once among two nodes, however many minutes passed", async () => {
  const nodes = [await start(), await start()];
  await backdate(3);
  const before = enqueued.length;
  polls.readNow();
  await vi.waitFor(async () => expect(await isUpToDate()).toBe(true), { timeout: 60_000 });
  for (const stop of nodes) await stop();
  expect(enqueued.slice(before)).toEqual(["minutely", "another"]);
});

test("a node that starts makes up for what was missed, and the first one ever enqueues nothing at once", async () => {
  const stop = await start();
  await stop();
  expect(enqueued).toEqual([]);
  await backdate(5);
  const stopAgain = await start();
  await vi.waitFor(() => expect(enqueued).toEqual(["minutely", "another"]), { timeout: 60_000 });
  await stopAgain();
});

test("if enqueuing fails, it is tried again", async () => {
  let full = true;
  const stop = await startSchedules({
    db: database.db,
    polls,
    crons: new Map([["minutely", "* * * * *"]]),
    isPaused: async () => false,
    async enqueue(_tx, queue) {
      if (full) throw new Error("full");
      enqueued.push(queue);
    },
    onError: ({ message }) => void enqueued.push(message),
  });
  await backdate(2);
  polls.readNow();
  await vi.waitFor(() => expect(enqueued.at(-1)).toBe("full"), { timeout: 60_000 });
  full = false;
  polls.readNow();
  await vi.waitFor(() => expect(enqueued.at(-1)).toBe("minutely"), { timeout: 60_000 });
  await stop();
});
