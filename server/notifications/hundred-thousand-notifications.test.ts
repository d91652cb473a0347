import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { maxRowsScanned, withoutChangeFeed } from "#server/platform/database/testing/many-rows.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { countUnread, newestNotifications, unreadCountMax } from "./notification-queries.ts";
import { notify } from "./notify.ts";

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
    db,
    "notification",
    sql`
      insert into notification (id, patient_id, kind, text_sealed, href, created_at, read_at)
      select gen_random_uuid(), ${patient.id}::uuid, 'order', '\\x00', '/treatment',
        ${now}::timestamptz - (i || ' minutes')::interval, ${now}::timestamptz
      from generate_series(1440, ${1439 + notificationCount}) i`,
  );
  for (let index = 0; index <= pageSize; index += 1)
    await inTransaction(server.services, (tx) => {
      const values = { ordernumber: `L-${index}`, orderid: newId() };
      const input = { patientId: patient.id, template: "order_placed", dedupeKey: newId() } as const;
      return notify(tx, { ...input, values });
    });
});
afterAll(() => server.close());

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
    const { db } = server.services;
    await withoutChangeFeed(db, "notification", sql`update notification set read_at = null where id in (${some})`);
    expect(await maxRowsScanned(countUnread(db, patient.id))).toBe(unreadCountMax);
    const { ok } = await server.call(notifications.list, { query: {} }, { token: patient.token });
    expect(ok.items).toHaveLength(pageSize);
    expect(ok).toMatchObject({ nextpage: expect.any(String), unreadcount: unreadCountMax });
  });
});
