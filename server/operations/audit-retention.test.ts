import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { auditPartitions } from "#server/platform/audit/audit-partitions.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { movableClock } from "#server/platform/clock/clock.ts";
import type { OpenDatabase } from "#server/platform/database/open.ts";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { dropExpiredAuditPartitions, isPastRetention } from "./audit-retention.ts";

const content = await shippedContent();
const years = content.retention.audityears;
let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const clockAt = (moment: string) => movableClock({ now: () => new Date(moment) });
const entry = { actor: "anonymous", patientId: null, status: 200, code: null, requestId: "r" };
const writeAt = (moment: string, call: string) => createAudit(database.db, clockAt(moment)).record({ ...entry, call });
const calls = async () =>
  (await database.db.selectFrom("audit_event").select("call").orderBy("at").execute()).map(({ call }) => call);
const names = async () => (await auditPartitions(database.db)).map(({ name }) => name);

describe("a partition is past its retention", () => {
  const until = new Date("2019-03-01T00:00:00Z");
  test.each([
    ["not while its last entry has to be kept", "2025-02-28T23:59:59Z", false],
    ["from then on", "2025-03-01T00:00:00Z", true],
  ])("%s", (_, now, expected) => {
    expect(isPastRetention({ until }, 6, new Date(now))).toBe(expected);
  });
});

test("months past the retention are dropped, each with an entry; all others stay as they are", async () => {
  await writeAt("2019-01-31T23:59:59.999Z", "january");
  await writeAt("2019-02-28T12:00:00Z", "february");
  await writeAt("2019-03-01T00:00:00Z", "march");
  const clock = clockAt(`${2019 + years}-03-01T00:00:00Z`);
  const dropped = await dropExpiredAuditPartitions({ db: database.db, clock, content });
  expect(dropped.map(({ name }) => name)).toEqual(["audit_event_2019_01", "audit_event_2019_02"]);
  expect(await calls()).toEqual(["march", "audit end audit_event_2019_01", "audit end audit_event_2019_02"]);
  expect(await names()).toContain("audit_event_2019_03");
  expect(await dropExpiredAuditPartitions({ db: database.db, clock, content })).toEqual([]);
});

test("entries waiting in the default partition are dropped with their month, too", async () => {
  await sql`insert into audit_event (at, actor, call, status, request_id)
    values ('2019-01-15', 'clinic', 'stray', 200, 'r')`.execute(database.db);
  expect(await calls()).toEqual(["stray"]);
  const clock = clockAt(`${2019 + years}-02-01T00:00:00Z`);
  await dropExpiredAuditPartitions({ db: database.db, clock, content });
  expect(await calls()).toEqual(["audit end audit_event_2019_01"]);
});
