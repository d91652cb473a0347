import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inTransaction, openServer } from "./open.ts";
import { sharedReads, type SharedReads } from "./shared-reads.ts";
import { openTestDatabase, testDatabaseUrl, testLimits } from "./testing/test-databases.ts";

if (testDatabaseUrl() === null)
  test("the embedded database has one connection; sharing is tested on a server", async () => {
    const database = await openTestDatabase();
    expect(database.pool).toBeNull();
    await database.close();
  });
else
  describe("reads on shared connections", () => {
    let database: Awaited<ReturnType<typeof openTestDatabase>>;
    let admin: pg.Client;
    let reads: SharedReads;
    const opened: pg.Client[] = [];
    /** Of the reads, ms. */
    let time = 0;

    beforeAll(async () => {
      database = await openTestDatabase();
      const { connectionString } = database.pool?.options ?? {};
      admin = new pg.Client({ connectionString });
      await admin.connect();
      await admin.query("create table shared (id int); insert into shared values (1)");
      reads = sharedReads(
        async () => {
          const client = new pg.Client({ connectionString, pipeline: true });
          opened.push(client);
          await client.connect();
          return client;
        },
        2,
        () => time,
      );
    });
    afterAll(async () => {
      await reads.close();
      await admin.end();
      await database.close();
    });

    const answer = async (value: number) => (await reads.run("select $1::int as value", [value])).rows[0].value;

    test("each read of a tick gets its own answer, even beside one that fails", async () => {
      const bad = reads.run("select 1 / $1::int", [0]);
      const good = Array.from({ length: 40 }, (_, value) => answer(value));
      await expect(bad).rejects.toThrow(/division by zero/);
      expect(await Promise.all(good)).toEqual(Array.from({ length: 40 }, (_, value) => value));
      expect(opened).toHaveLength(2);
    });

    test("decisions §2 a node opens no more connections than set, and everything is answered", async () => {
      const url = String(database.pool?.options.connectionString);
      const { db, close } = await openServer(url, { connections: 8, ...testLimits });
      const own = () => sql<{ one: number }>`select 1 as one from pg_sleep(0.02)`.execute(db);
      const answers = await Promise.all([
        ...Array.from({ length: 40 }, own),
        ...Array.from({ length: 40 }, () => db.selectFrom("patient").select("id").execute()),
        ...Array.from({ length: 20 }, () =>
          inTransaction({ db }, ({ db: tx }) => sql`select pg_sleep(0.02)`.execute(tx)),
        ),
      ]);
      expect(answers).toHaveLength(100);
      const name = new URL(url).pathname.slice(1);
      const { rows } = await admin.query(
        "select count(*)::int as count from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
        [name],
      );
      // Those of this file beside them: the pool, the shared reads and the one that asks.
      expect(rows[0].count - opened.length - (database.pool?.totalCount ?? 0) - 1).toBeLessThanOrEqual(8);
      await close();
    });

    const laterTicks = async <T>(count: number, read: () => Promise<T>): Promise<Promise<T>[]> => {
      const sent: Promise<T>[] = [];
      for (let tick = 0; tick < count; tick += 1) {
        sent.push(read());
        time += 0.1;
        await new Promise(setImmediate);
      }
      return sent;
    };

    test("quick reads that overlap use one connection", async () => {
      const processOf = async () => (await reads.run("select pg_backend_pid() as pid", [])).rows[0].pid as number;
      const processes = await Promise.all(await laterTicks(10, processOf));
      expect(new Set(processes).size).toBe(1);
    });

    test("a read that waits for a lock blocks at most fifteen sent soon after it", async () => {
      await admin.query("begin; lock table shared in access exclusive mode");
      const waiting = reads.run("select id from shared where id = $1", [1]);
      await new Promise(setImmediate);
      let answered = 0;
      const soonAfter = await laterTicks(40, () => answer(7).finally(() => (answered += 1)));
      await vi.waitFor(() => expect(answered).toBe(25), { timeout: 60_000 });
      await admin.query("rollback");
      expect((await waiting).rows).toEqual([{ id: 1 }]);
      expect(await Promise.all(soonAfter)).toEqual(Array.from({ length: 40 }, () => 7));
    });

    test("a read that waits for a lock blocks none sent once it is slow", async () => {
      await admin.query("begin; lock table shared in access exclusive mode");
      const waiting = reads.run("select id from shared where id = $1", [1]);
      await new Promise(setImmediate);
      time += 10;
      expect(await answer(7)).toBe(7);
      await admin.query("rollback");
      expect((await waiting).rows).toEqual([{ id: 1 }]);
    });

    test("a prepared read works again after a migration changed its columns", async () => {
      const read = () => reads.run("select * from shared where id = $1", [1]);
      for (let use = 0; use < 120; use += 1) await read();
      const { rows } = await reads.run("select name from pg_prepared_statements where statement like $1", [
        "select * from shared%",
      ]);
      expect(rows).toHaveLength(1);
      await admin.query("alter table shared add column added int default 5");
      expect((await Promise.all([read(), read(), read()])).map(({ rows: [row] }) => row)).toEqual(
        Array.from({ length: 3 }, () => ({ id: 1, added: 5 })),
      );
    });

    test("a terminated connection is reopened", async () => {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1)", [
        opened.map((client) => (client as unknown as { processID: number }).processID),
      ]);
      const rerunAfterMigration = async () => expect([await answer(3), opened.length > 2]).toEqual([3, true]);
      await vi.waitFor(rerunAfterMigration, { interval: 20, timeout: 60_000 });
    });
  });
