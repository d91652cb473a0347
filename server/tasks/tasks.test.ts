import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { giveTask, openTask, taskById, type TaskRow } from "./tasks.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
const hour = (number: number) => new Date(Date.UTC(2020, 0, 1, number));
const at = <T>(number: number, work: (tx: TxServices) => Promise<T>) =>
  inTransaction(server.services, (tx) => work({ ...tx, clock: { ...tx.clock, now: () => hour(number) } }));
/** A nurse's task that is seen from an hour on. */
const seenFrom = (number: number): Promise<TaskRow> =>
  at(0, async (tx) => {
    const id = await openTask(tx, {
      ...{ kind: "task", patientId: null, orderId: null, conversationId: null, actor: "key:test", words: "Call" },
      ...{ asker: { role: "nurse", memberId: null }, asked: { role: "nurse", memberId: null }, holds: false },
      days: { dueOn: "2020-01-03", waitsSince: hour(number), dueAt: hour(48) },
    });
    return (await taskById(tx.db, id)) ?? expect.fail("no task");
  });

test.each([
  ["was seen begins to wait anew", 2, 5, 5],
  ["is seen at this moment begins to wait now", 5, 5, 5],
  ["isn't seen yet comes on its day all the same", 9, 5, 9],
])("given to others, what %s", async (_, seen, given, expected) => {
  const [row, other] = [await seenFrom(seen), await seenFrom(seen)];
  await at(given, (tx) => giveTask(tx, row, { role: "finance", memberId: null }));
  const { db } = server.services;
  expect(await taskById(db, row.id)).toEqual({ ...row, role: "finance", waits_since: hour(expected) });
  expect(await taskById(db, other.id)).toEqual(other);
});
