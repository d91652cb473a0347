import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { acknowledgeReport, actionsOf, closeReport, noteAction } from "./emergency-actions.ts";
import { reportById } from "./emergency-reports.ts";
import { acknowledged, addReport, closed, minute } from "./testing/report-rows.ts";
import { toldEmergencies } from "./told-emergencies.ts";

let server: TestServer;
let rosa: string;
let other: string;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
});

/** Does it in a transaction, as if it were this minute. */
const at = <T>(number: number, act: (tx: TxServices) => Promise<T>): Promise<T> =>
  inTransaction(server.services, (tx) => act({ ...tx, clock: { ...tx.clock, now: () => minute(number) } }));
const rowOf = async (id: string) => {
  const row = await reportById(server.services.db, id);
  return [row?.acknowledged_at, row?.closed_at];
};
const by = (text?: string) => ({ actor: "key:desk", ...(text === undefined ? {} : { text }) });
const noted = async (id: string) =>
  ((await actionsOf(server.services, [id])).get(id) ?? []).map((each) => [each.kind, each.text]);

test("one is acknowledged once and closed once, with what was said, and no other with it", async () => {
  const [first, second] = [await addReport(server, rosa, 1), await addReport(server, other, 1)];
  await at(10, (tx) => acknowledgeReport(tx, first, by("calling")));
  await at(11, (tx) => acknowledgeReport(tx, first, by("calling, too")));
  expect(await rowOf(first)).toEqual([minute(10), null]);
  await at(12, (tx) => closeReport(tx, first, by("over")));
  await at(13, (tx) => closeReport(tx, first, by("over again")));
  expect(await rowOf(first)).toEqual([minute(10), minute(12)]);
  expect(await noted(first)).toEqual([
    ["acknowledged", "calling"],
    ["closed", "over"],
  ]);
  expect([await rowOf(second), await noted(second)]).toEqual([[null, null], []]);
  await at(14, (tx) => closeReport(tx, second, by()));
  expect([await rowOf(second), await noted(second)]).toEqual([[minute(14), minute(14)], [["closed", null]]]);
});

test("what was done is said of each, oldest first, with whom a call reached and the name of who did it", async () => {
  const [first, second] = [await addReport(server, rosa, 1), await addReport(server, other, 2)];
  const member = { id: newId(), email: `${newId()}@practice.example`, name: "Dana Reed", roles: ["nurse"] };
  await server.services.db
    .insertInto("staff_member")
    .values({ ...member, created_at: minute(0), created_by: "key:desk" })
    .execute();
  const nurse = `staff:${member.id}`;
  await at(6, (tx) => noteAction(tx, first, { kind: "call", actor: nurse, reached: "other", text: "spoke" }));
  await at(5, (tx) => noteAction(tx, first, { kind: "call", actor: "key:desk", reached: "nobody" }));
  await at(7, (tx) => noteAction(tx, second, { kind: "acknowledged", actor: nurse }));
  const found = await actionsOf(server.services, [first, second]);
  expect(found.get(first)).toMatchObject([
    { kind: "call", actor: "key:desk", name: null, reached: "nobody", text: null, at: minute(5).toISOString() },
    { kind: "call", actor: nurse, name: "Dana Reed", reached: "other", text: "spoke", at: minute(6).toISOString() },
  ]);
  expect(found.get(second)).toMatchObject([{ kind: "acknowledged", name: "Dana Reed", reached: null }]);
  expect([...(await actionsOf(server.services, [second])).keys()]).toEqual([second]);
  await at(8, async (tx) => {
    for (const text of ["a", "b", "c"]) await noteAction(tx, second, { kind: "call", actor: nurse, text });
  });
  expect((await noted(second)).map(([, text]) => text)).toEqual([null, "a", "b", "c"]);
});

test("a record shows a patient's last fifty, open or over, newest first, with what was done", async () => {
  const patient = (await server.newPatient()).id;
  const [last, one, two] = [newId(), newId(), newId()];
  await addReport(server, patient, 8, { id: two, ...closed });
  await addReport(server, patient, 8, { id: one, ...acknowledged });
  await addReport(server, patient, 9, { id: last });
  await at(20, (tx) => noteAction(tx, last, { kind: "call", actor: "key:desk" }));
  const told = () => toldEmergencies(server.services, patient);
  const [time, done, over] = [minute(8), minute(50), minute(51)].map((each) => each.toISOString());
  const shared = {
    ...{ source: "contact", title: "At 8", words: "words at 8", writer: null },
    ...{ reportedat: time, acknowledgedat: done },
  };
  expect(await told()).toEqual([
    {
      ...{ id: last, source: "contact", title: "At 9", words: "words at 9", writer: null },
      reportedat: minute(9).toISOString(),
      ...{ acknowledgedat: null, closedat: null, actions: [expect.objectContaining({ kind: "call" })] },
    },
    { ...shared, id: two, closedat: over, actions: [] },
    { ...shared, id: one, closedat: null, actions: [] },
  ]);
  const { db } = server.services;
  for (const way of [
    [one, two],
    [two, one],
  ]) {
    for (const id of way) await db.updateTable("emergency_report").set({ mailed: 2 }).where("id", "=", id).execute();
    const found = await withoutIndexes(server, (tx) => toldEmergencies({ ...server.services, db: tx }, patient));
    expect(found.map(({ id }) => id)).toEqual([last, two, one]);
  }
  for (let count = 10; count < 59; count += 1) await addReport(server, patient, count);
  const titles = (await told()).map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: 50 }, (_, index) => `At ${58 - index}`));
});
