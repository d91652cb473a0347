import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { startTestServer } from "#server/testing/harness.ts";
import { migrate, planMigrations } from "./migrate.ts";
import { openServer, type OpenDatabase } from "./open.ts";
import { openTestDatabase, testDatabaseUrl, testLimits } from "./testing/test-databases.ts";

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

let database: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "calendula-migrations-"));
  database = await openTestDatabase();
  // Only this test's files are known to it.
  await database.script("delete from migration");
  write("0001_jar.sql", "create table jar (id int primary key, label text);\n");
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const indexOf = async (name: string) =>
  (
    await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(database.db)
  ).rows;

const withMarker = (text: string) => `-- migrate: without transaction\n${text}\n`;

test("each file runs once, in the order of names; the plan lists beforehand what would run, and runs nothing", async () => {
  write("0002_lid.sql", "alter table jar add column lid boolean not null default false;\n");
  write("0003_find.sql", withMarker("create index concurrently jar_label on jar (label);"));
  const pendingNames = [
    { name: "0001_jar.sql", transaction: true },
    { name: "0002_lid.sql", transaction: true },
    { name: "0003_find.sql", transaction: false },
  ];
  expect(await planMigrations(database, { folder })).toMatchObject(pendingNames);
  expect(await planMigrations(database, { folder })).toMatchObject(pendingNames);
  expect(await migrate(database, { folder })).toEqual(pendingNames.map(({ name }) => name));
  expect(await planMigrations(database, { folder })).toEqual([]);
  expect(await migrate(database, { folder })).toEqual([]);
  expect(await indexOf("jar_label")).toEqual([{ valid: true }]);
});

test("a failed one leaves nothing behind and is reported in one line; the next start tries it again", async () => {
  write("0002_lid.sql", "create table lid (id int); insert into missing values (1);\n");
  await expect(migrate(database, { folder })).rejects.toThrow(/^Migration 0002_lid\.sql failed: [^\n]*missing[^\n]*$/);
  expect((await planMigrations(database, { folder })).map(({ name }) => name)).toEqual(["0002_lid.sql"]);
  write("0002_lid.sql", "create table lid (id int);\n");
  expect(await migrate(database, { folder })).toEqual(["0002_lid.sql"]);
});

test("an applied one that was changed is refused with one line; its line endings may differ", async () => {
  await migrate(database, { folder });
  write("0001_jar.sql", "create table jar (id int primary key, label text);\r\n");
  expect(await migrate(database, { folder })).toEqual([]);
  write("0001_jar.sql", "create table jar (id bigint primary key, label text);\n");
  await expect(migrate(database, { folder })).rejects.toThrow(/^Migration 0001_jar\.sql was changed [^\n]+$/);
});

test("a version older than the schema is refused with one line", async () => {
  write("0002_lid.sql", "create table lid (id int);\n");
  await migrate(database, { folder });
  rmSync(join(folder, "0002_lid.sql"));
  for (const start of [migrate, planMigrations])
    await expect(start(database, { folder })).rejects.toThrow(
      /^The database is newer than this version: 0002_lid\.sql was applied to it\. [^\n]+$/,
    );
});

test("one with a concurrent index must say that it uses no transaction", async () => {
  write("0002_find.sql", "create index concurrently jar_label on jar (label);\n");
  await expect(migrate(database, { folder })).rejects.toThrow(/^Migration 0002_find\.sql works concurrently: /);
});

describe.runIf(testDatabaseUrl())("on a server", () => {
  const urlOf = ({ pool }: OpenDatabase) => pool?.options.connectionString ?? "";
  const client = async () => {
    const made = new pg.Client({ connectionString: urlOf(database) });
    await made.connect();
    return made;
  };

  test("it takes as long as it needs, whatever limit request statements have", async () => {
    write("0002_slow.sql", "do $$ begin assert current_setting('statement_timeout') = '0'; end $$;\n");
    const limited = await openServer(urlOf(database), testLimits);
    expect(await migrate(limited, { folder })).toEqual(["0001_jar.sql", "0002_slow.sql"]);
    await limited.close();
  });

  test("it waits for a lock briefly and tries again, so that later requests are not blocked", async () => {
    await migrate(database, { folder });
    write("0002_lid.sql", "alter table jar add column lid boolean;\n");
    const reader = await client();
    await reader.query("begin; select from jar");
    await expect(migrate(database, { folder, lockTimeoutMs: 20, retryDelayMs: 1, maxAttempts: 2 })).rejects.toThrow(
      /^Migration 0002_lid\.sql got no lock in 2 tries: [^\n]+$/,
    );
    const migrating = migrate(database, { folder, lockTimeoutMs: 20, retryDelayMs: 1, maxAttempts: 100_000 });
    const tries = new Set<number>();
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ at: Date }>`
            select query_start as at from pg_stat_activity
            where datname = current_database() and state = 'active' and query like 'begin; insert into migration%'`.execute(
            database.db,
          );
          for (const { at } of rows) tries.add(at.getTime());
          return tries.size;
        },
        { interval: 5, timeout: 60_000 },
      )
      .toBeGreaterThan(1);
    await reader.query("rollback");
    expect(await migrating).toEqual(["0002_lid.sql"]);
    await reader.end();
  });

  test("an index left invalid by an interrupted start is rebuilt", async () => {
    await migrate(database, { folder });
    await database.script("insert into jar values (1, 'same'), (2, 'same')");
    write("0002_find.sql", withMarker("create unique index concurrently jar_label on jar (label);"));
    await expect(migrate(database, { folder })).rejects.toThrow(/^Migration 0002_find\.sql failed: /);
    expect(await indexOf("jar_label")).toEqual([{ valid: false }]);
    await database.script("delete from jar where id = 2");
    expect(await migrate(database, { folder })).toEqual(["0002_find.sql"]);
    expect(await indexOf("jar_label")).toEqual([{ valid: true }]);
  });

  test("two nodes start at once: each file is applied once, and both continue", async () => {
    const other = await openServer(urlOf(database), testLimits);
    const applied = await Promise.all([database, other].map((node) => migrate(node, { folder })));
    expect(applied.flat()).toEqual(["0001_jar.sql"]);
    await other.close();
  });

  test("two nodes start at once: the waiting one does not block an index that the other builds concurrently", async () => {
    write("0002_find.sql", withMarker("create index concurrently jar_label on jar (label);"));
    const other = await openServer(urlOf(database), testLimits);
    const applied = await Promise.all([database, other].map((node) => migrate(node, { folder })));
    expect(applied.flat()).toEqual(["0001_jar.sql", "0002_find.sql"]);
    expect(await indexOf("jar_label")).toEqual([{ valid: true }]);
    await other.close();
  });

  test("a table of 100,000 rows is migrated while two nodes read and write it, and none of their requests fails", async () => {
    const shared = { ...database, close: async () => undefined };
    const nodes = [await startTestServer({ database: shared }), await startTestServer({ database: shared })];
    const [first] = nodes;
    const patient = await first?.newPatient();
    // Each answered request writes a row to this table.
    await database.script(`insert into audit_event (at, actor, patient_id, call, status, request_id)
      select now(), 'patient', gen_random_uuid(), 'account.user', 200, n::text from generate_series(1, 100000) n`);
    write("0002_why.sql", "alter table audit_event add column reason text not null default 'care';\n");
    // An index of a partitioned table is built concurrently one partition at a time.
    const { rows } = await sql<{ name: string }>`
      select tableoid::regclass::text as name from audit_event limit 1`.execute(database.db);
    write("0003_find.sql", withMarker(`create index concurrently audit_event_call on ${rows[0]?.name} (call, at);`));
    const answers: number[] = [];
    let isDone = false;
    const requests = nodes.map(async (node) => {
      while (!isDone) answers.push((await node.call(account.user, {}, { token: patient?.token ?? "" })).status);
    });
    const applied = await migrate(database, { folder });
    isDone = true;
    await Promise.all(requests);
    expect(applied).toHaveLength(3);
    expect(answers.length).toBeGreaterThanOrEqual(nodes.length);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await indexOf("audit_event_call")).toEqual([{ valid: true }]);
    for (const node of nodes) await node.close();
  });
});
