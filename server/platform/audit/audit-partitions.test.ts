import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "./audit.ts";
import { auditPartitions, createAuditPartition, createUpcomingAuditPartitions } from "./audit-partitions.ts";
import { movableClock } from "../clock/clock.ts";
import { migrate } from "../database/migrate.ts";
import { inTransaction, type OpenDatabase } from "../database/open.ts";
import { openTestDatabase, testDatabaseUrl } from "../database/testing/test-databases.ts";

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const entry = { actor: "clinic", patientId: null, call: "care.patient", status: 200, code: null, requestId: "r" };
const insertAt = (moment: string) =>
  sql`insert into audit_event (at, actor, call, status, request_id) values (${moment}, 'clinic', 'stray', 200, 'r')`.execute(
    database.db,
  );
/** Times of the entries in each partition. */
const entriesByPartition = async () => {
  const { rows } = await sql<{ name: string; at: Date }>`
    select tableoid::regclass::text as name, at from audit_event order by at`.execute(database.db);
  return rows.map(({ name, at }) => `${name} ${at.toISOString()}`);
};
const partitionNames = async () => (await auditPartitions(database.db)).map(({ name }) => name);

describe("months", () => {
  test("the current one and the next three are created ahead, each once, across the end of a year", async () => {
    await createUpcomingAuditPartitions(database.db, new Date("2030-11-30T23:59:59Z"));
    await createUpcomingAuditPartitions(database.db, new Date("2030-11-30T23:59:59Z"));
    const made = (await partitionNames()).filter((name) => /_203[01]_/.test(name));
    expect(made).toEqual(["2030_11", "2030_12", "2031_01", "2031_02"].map((month) => `audit_event_${month}`));
  });

  test("after a clock jump, the first entry creates its month", async () => {
    const clock = movableClock({ now: () => new Date("2031-05-31T23:59:59.999Z") });
    const audit = createAudit(database.db, clock);
    await audit.record(entry);
    clock.advance(1);
    await audit.record(entry);
    clock.advance(400 * 86_400_000);
    await audit.record(entry);
    expect(await entriesByPartition()).toEqual([
      "audit_event_2031_05 2031-05-31T23:59:59.999Z",
      "audit_event_2031_06 2031-06-01T00:00:00.000Z",
      "audit_event_2032_07 2032-07-05T00:00:00.000Z",
    ]);
  });

  test("an entry of a month without a partition waits in the default partition, and moves when the month is created", async () => {
    await insertAt("2031-08-01T00:00:00Z");
    await insertAt("2031-09-30T23:00:00Z");
    expect(await entriesByPartition()).toEqual([
      "audit_event_unfiled 2031-08-01T00:00:00.000Z",
      "audit_event_unfiled 2031-09-30T23:00:00.000Z",
    ]);
    expect(await createAuditPartition(database.db, new Date("2031-09-05T00:00:00Z"))).toBe(true);
    expect(await entriesByPartition()).toEqual([
      "audit_event_unfiled 2031-08-01T00:00:00.000Z",
      "audit_event_2031_09 2031-09-30T23:00:00.000Z",
    ]);
    await createUpcomingAuditPartitions(database.db, new Date());
    expect((await entriesByPartition())[0]).toBe("audit_event_2031_08 2031-08-01T00:00:00.000Z");
  });

  test("an entry written within a transaction is part of it, whether or not its month exists", async () => {
    const clock = { now: () => new Date("2033-01-01T00:00:00Z") };
    await inTransaction(database.db, (tx) => createAudit(tx, clock).record(entry));
    expect(await entriesByPartition()).toEqual(["audit_event_unfiled 2033-01-01T00:00:00.000Z"]);
  });

  test("nodes that create the same month at once create it once", async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => createAuditPartition(database.db, new Date("2034-01-01T00:00:00Z"))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
  });
});

describe("append-only", () => {
  test("no row of any partition, including the default one, can be changed or removed", async () => {
    await createUpcomingAuditPartitions(database.db, new Date());
    await insertAt("2035-01-01T00:00:00Z");
    await createAuditPartition(database.db, new Date("2035-01-01T00:00:00Z"));
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_event'::regclass`.execute(
      database.db,
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const name of ["audit_event", ...rows.map((row) => row.name)]) {
      const table = sql.table(name);
      await expect(sql`update ${table} set actor = 'nobody'`.execute(database.db)).rejects.toThrow("append-only");
      await expect(sql`delete from ${table}`.execute(database.db)).rejects.toThrow("append-only");
      await expect(sql`truncate ${table}`.execute(database.db)).rejects.toThrow("append-only");
    }
  });
});

describe("an audit from before partitioning", () => {
  const folder = join(import.meta.dirname, "../../migrations");
  const migration = (name: string) => readFileSync(join(folder, name), "utf8");
  /** The table as it was before partitioning. */
  const recreateOldTable = async () => {
    await database.script(`
      drop function make_audit_month; drop view audit_partition; drop table audit_event;
      create table audit_event (
        id bigint generated always as identity primary key, at timestamptz not null, actor text not null, patient_id uuid,
        call text not null, status smallint not null, code text, request_id text not null
      );
      create index audit_event_patient on audit_event (patient_id, at);
      create trigger audit_event_append_only before update or delete or truncate on audit_event
        for each statement execute function refuse_change();`);
  };
  const runPartitionMigrations = async () => {
    const prepared = migration("0180_audit_prepared.sql").replaceAll(/\bconcurrently\b/g, "");
    await database.script(prepared);
    await database.script(`begin; ${migration("0181_audit_months.sql")}; commit`);
  };

  test("keeps every row and its id, and numbering continues", async () => {
    await recreateOldTable();
    await database.script(`insert into audit_event (at, actor, patient_id, call, status, request_id)
      select now() - n * interval '1 day', 'clinic', gen_random_uuid(), 'care.patient', 200, n::text from generate_series(0, 999) n`);
    const rows = () => database.db.selectFrom("audit_event").selectAll().orderBy("id").execute();
    const rowsBefore = await rows();
    await runPartitionMigrations();
    expect(await rows()).toEqual(rowsBefore);
    expect(await partitionNames()).toEqual(["audit_event_earlier"]);
    const audit = createAudit(database.db, { now: () => new Date() });
    await audit.record(entry);
    expect((await rows()).at(-1)).toMatchObject({ id: 1001, call: entry.call });
    await expect(sql`delete from audit_event_earlier`.execute(database.db)).rejects.toThrow("append-only");
  });

  test("holds the months up to the bound, and later ones are created as usual", async () => {
    await recreateOldTable();
    await insertAt("2036-05-05T00:00:00Z");
    await runPartitionMigrations();
    expect(await createAuditPartition(database.db, new Date("2036-06-30T00:00:00Z"))).toBe(false);
    expect(await createAuditPartition(database.db, new Date("2036-07-01T00:00:00Z"))).toBe(true);
    expect(await partitionNames()).toEqual(["audit_event_earlier", "audit_event_2036_07"]);
  });

  test.runIf(testDatabaseUrl() !== null)(
    "is partitioned while nodes of the previous version write to it: every acknowledged entry is there",
    async () => {
      await recreateOldTable();
      await database.script(`insert into audit_event (at, actor, call, status, request_id)
        select now() - n * interval '1 minute', 'clinic', 'care.patient', 200, 'old' from generate_series(1, 50000) n`);
      const migrationsFolder = mkdtempSync(join(tmpdir(), "calendula-audit-"));
      for (const name of ["0180_audit_prepared.sql", "0181_audit_months.sql"])
        cpSync(join(folder, name), join(migrationsFolder, name));
      // Only this test's files are known to it.
      await database.script("delete from migration");
      const acknowledged: string[] = [];
      let isDone = false;
      const writing = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; !isDone; n += 1) {
          const id = `${writer} ${n}`;
          await sql`insert into audit_event (at, actor, call, status, request_id)
            values (now(), 'clinic', 'care.patient', 200, ${id})`.execute(database.db);
          acknowledged.push(id);
        }
      });
      const applied = await migrate(database, { folder: migrationsFolder });
      const acknowledgedDuring = acknowledged.length;
      isDone = true;
      await Promise.all(writing);
      rmSync(migrationsFolder, { recursive: true });
      expect(applied).toHaveLength(2);
      expect(acknowledgedDuring).toBeGreaterThan(0);
      const { rows } = await sql<{
        id: string;
      }>`select request_id as id from audit_event where request_id <> 'old'`.execute(database.db);
      expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
      const all = await sql<{ count: number }>`select count(*) as count from audit_event_earlier`.execute(database.db);
      expect(all.rows[0]?.count).toBe(50_000 + acknowledged.length);
      const ids = await sql<{ twice: number }>`
        select count(*) - count(distinct id) as twice from audit_event`.execute(database.db);
      expect(ids.rows[0]?.twice).toBe(0);
    },
  );

  test("that is empty leaves no partition of its own", async () => {
    await recreateOldTable();
    await runPartitionMigrations();
    expect(await partitionNames()).not.toContain("audit_event_earlier");
    expect(await partitionNames()).toHaveLength(2);
  });
});

test("every partition has the index for reading a patient's or an actor's entries of some time", async () => {
  await createAuditPartition(database.db, new Date("2037-01-01T00:00:00Z"));
  const { rows } = await sql<{ name: string; columns: string }>`
    select indrelid::regclass::text as name, string_agg(substring(pg_get_indexdef(indexrelid) from '\\(.*\\)'), ' ' order by indexrelid) as columns
    from pg_index join pg_inherits on inhrelid = indrelid where inhparent = 'audit_event'::regclass group by 1`.execute(
    database.db,
  );
  expect(rows.map(({ name }) => name)).toContain("audit_event_2037_01");
  for (const { columns } of rows)
    for (const index of ["(id, at)", "(patient_id, at)", "(actor, at)"]) expect(columns).toContain(index);
});

test.runIf(testDatabaseUrl() !== null)("a month that cannot be created at the moment blocks no entry", async () => {
  const reader = await database.pool?.connect();
  await reader?.query("begin; lock table audit_event_unfiled in access share mode");
  await createAudit(database.db, { now: () => new Date("2038-01-01T00:00:00Z") }).record(entry);
  expect(await entriesByPartition()).toEqual(["audit_event_unfiled 2038-01-01T00:00:00.000Z"]);
  await reader?.query("rollback");
  reader?.release();
  await createUpcomingAuditPartitions(database.db, new Date());
  expect(await entriesByPartition()).toEqual(["audit_event_2038_01 2038-01-01T00:00:00.000Z"]);
});
