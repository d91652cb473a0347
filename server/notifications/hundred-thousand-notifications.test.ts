import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { notify } from "./notify.ts";
import { countUnread, newestNotifications, unreadCountMax } from "./notification-queries.ts";

const notificationCount = 100_000;

let server: TestServer;
let patient: TestPatient;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.newPatient();
  const { db } = server.services;
  const now = server.clock.now();
  // One a minute, up to a day ago, all read; their text is never decrypted.
  await withoutChangeFeed(
    sql`
      insert into notification (id, patient_id, kind, text_sealed, href, created_at, read_at)
      select gen_random_uuid(), ${patient.id}::uuid, 'order', '\\x00', '/treatment',
        ${now}::timestamptz - (i || ' minutes')::interval, ${now}::timestamptz
      from generate_series(1440, ${1439 + notificationCount}) i`,
  );
  for (let index = 0; index <= pageSize; index += 1)
    await inTransaction(db, (tx) => {
      const values = { ordernumber: `L-${index}`, orderid: newId() };
      const input = { patientId: patient.id, template: "order_placed", dedupeKey: newId() } as const;
      return notify({ ...server.services, db: tx }, { ...input, values });
    });
});
afterAll(() => server.close());

/** Writes notifications without the change feed, which is not measured here. */
async function withoutChangeFeed(change: ReturnType<typeof sql>): Promise<void> {
  const { db } = server.services;
  await sql`alter table notification disable trigger user`.execute(db);
  await change.execute(db);
  await sql`alter table notification enable trigger user`.execute(db);
  await sql`analyze notification`.execute(db);
}

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}
interface Explained {
  explain: (format: "json", options: ReturnType<typeof sql>) => Promise<unknown>;
}

/** Most rows scanned by one node of the plan. */
async function maxRowsScanned(query: Explained): Promise<number> {
  const [row] = (await query.explain("json", sql`analyze`)) as [{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }];
  const maxRows = (node: PlanNode): number =>
    Math.max(
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
        node["Actual Loops"],
      ...(node.Plans ?? []).map(maxRows),
    );
  return maxRows(row["QUERY PLAN"][0].Plan);
}

describe(`a patient with ${notificationCount} notifications`, () => {
  test("a page costs the same at the start and far down the list", async () => {
    const { db } = server.services;
    const farCursor = { at: new Date(server.clock.now().getTime() - 50_000 * 60_000), id: newId() };
    expect(await maxRowsScanned(newestNotifications(db, patient.id, null, pageSize + 1))).toBe(pageSize + 1);
    expect(await maxRowsScanned(newestNotifications(db, patient.id, farCursor, pageSize + 1))).toBe(pageSize + 1);
  });

  test("counting unread ones does not scan the read ones", async () => {
    expect(await maxRowsScanned(countUnread(server.services.db, patient.id))).toBe(pageSize + 1);
  });

  test("unread ones are counted only as far as the badge shows", async () => {
    const some = sql`select id from notification where read_at is not null limit ${2 * unreadCountMax}`;
    await withoutChangeFeed(sql`update notification set read_at = null where id in (${some})`);
    expect(await maxRowsScanned(countUnread(server.services.db, patient.id))).toBe(unreadCountMax);
    const { ok } = await server.call(notifications.list, { query: {} }, { token: patient.token });
    expect(ok.items).toHaveLength(pageSize);
    expect(ok).toMatchObject({ nextpage: expect.any(String), unreadcount: unreadCountMax });
  });
});
