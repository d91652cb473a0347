import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inTransaction, openServer } from "./open.ts";
import { openTestDatabase, testDatabaseUrl } from "./testing/test-databases.ts";
import { sharedReads, type SharedReads } from "./shared-reads.ts";

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

    beforeAll(async () => {
      database = await openTestDatabase();
      const { connectionString } = database.pool?.options ?? {};
      admin = new pg.Client({ connectionString });
      await admin.connect();
      await admin.query("create table shared (id int); insert into shared values (1)");
      reads = sharedReads(async () => {
        const client = new pg.Client({ connectionString, pipeline: true });
        opened.push(client);
        await client.connect();
        return client;
      }, 2);
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
      const { db, close } = await openServer(url, { connections: 8 });
      const own = () => sql<{ one: number }>`select 1 as one from pg_sleep(0.02)`.execute(db);
      const answers = await Promise.all([
        ...Array.from({ length: 40 }, own),
        ...Array.from({ length: 40 }, () => db.selectFrom("patient").select("id").execute()),
        ...Array.from({ length: 20 }, () => inTransaction(db, (tx) => sql`select pg_sleep(0.02)`.execute(tx))),
      ]);
      expect(answers).toHaveLength(100);
      const name = new URL(url).pathname.slice(1);
      const { rows } = await admin.query("select count(*)::int as count from pg_stat_activity where datname = $1", [
        name,
      ]);
      // Those of this file beside them: the pool, the shared reads and the one that asks.
      expect(rows[0].count - opened.length - (database.pool?.totalCount ?? 0) - 1).toBeLessThanOrEqual(8);
      await close();
    });

    test("a read that waits for a lock blocks none of a later tick", async () => {
      await admin.query("begin; lock table shared in access exclusive mode");
      const waiting = reads.run("select id from shared where id = $1", [1]);
      await new Promise(setImmediate);
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
