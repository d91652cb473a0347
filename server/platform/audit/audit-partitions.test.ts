import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { movableClock } from "../clock/clock.ts";
import { inTransaction, type OpenDatabase } from "../database/open.ts";
import { openTestDatabase, testDatabaseUrl } from "../database/testing/test-databases.ts";
import { auditPartitions, createAuditPartition, createUpcomingAuditPartitions } from "./audit-partitions.ts";
import { createAudit } from "./audit.ts";
import { entries, readAudit, sortNothing } from "./read-audit.ts";

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const entry = { actor: "anonymous", patientId: null, call: "care.patient", status: 200, code: null, requestId: "r" };
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
    await inTransaction(database, ({ db: tx }) => createAudit(tx, clock).record(entry));
    expect(await entriesByPartition()).toEqual(["audit_event_unfiled 2033-01-01T00:00:00.000Z"]);
  });

  test("nodes that create the same month at once create it once", async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 5 }, () => createAuditPartition(database.db, new Date("2034-01-01T00:00:00Z"))),
    );
    // One that waits too long for the others' lock gives up.
    expect(made.filter((each) => each.status === "fulfilled" && each.value)).toHaveLength(1);
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

test("every partition has the index for reading a patient's or an actor's entries of some time", async () => {
  await createAuditPartition(database.db, new Date("2037-01-01T00:00:00Z"));
  const { rows } = await sql<{ name: string; columns: string }>`
    select indrelid::regclass::text as name, string_agg(substring(pg_get_indexdef(indexrelid) from '\\(.*\\)'), ' ' order by indexrelid) as columns
    from pg_index join pg_inherits on inhrelid = indrelid where inhparent = 'audit_event'::regclass group by 1`.execute(
    database.db,
  );
  expect(rows.map(({ name }) => name)).toContain("audit_event_2037_01");
  for (const { columns } of rows)
    for (const index of ["(id, at)", "(patient_id, at, id)", "(actor, at, id)"]) expect(columns).toContain(index);
});

test("the last entries of a busy key are read from the end of an index, also in a month not analyzed since", async () => {
  const { db } = database;
  await sql`analyze audit_event`.execute(db);
  await sql`insert into audit_event (at, actor, call, status, request_id)
    select now(), 'key:busy', 'care.patients', 200, 'r' from generate_series(1, 2000)`.execute(db);
  const plan = await inTransaction(database, async ({ db: tx }) => {
    await sortNothing(tx);
    return JSON.stringify(await entries(tx, { actor: "key:busy" }, null, 51).explain("text"));
  });
  expect(plan).toContain("Index Scan Backward");
  expect(plan).not.toMatch(/Sort +\(|Seq Scan/);
  expect(await readAudit(db, { actor: "key:busy" }, null, 51)).toHaveLength(51);
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
