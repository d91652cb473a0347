import { beforeAll, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { patientHasOpenEmergency } from "./emergency-reports.ts";
import { emergencyHolds, keepsMedicine, openEmergencyFrom, unclosedReportsQuery } from "./open-emergency.ts";
import { acknowledged, addReport, closed, minute } from "./testing/report-rows.ts";

const content = await shippedContent();
const signIds = (kept: boolean) =>
  content.emergencywords.signs.filter(({ medicine }) => (medicine === "keep") === kept).map(({ id }) => id);
const [keep = "", wait = ""] = [signIds(true)[0], signIds(false)[0]];
const secrets = { open: (report: unknown) => report } as never;
const row = (sign: string) => ({ id: sign, report_sealed: { sign, emergency: {} } });

test.each([
  [[keep], true],
  [[wait], false],
  [[keep, wait], false],
  [[wait, keep], false],
])("of the emergencies %s one that says to wait is enough: the medicine is kept: %s", (signs, kept) => {
  expect(openEmergencyFrom({ content, secrets }, signs.map(row))?.keepsMedicine).toBe(kept);
});

test("medicine is kept for the signs and the rules of the visit that say so, and for nothing else", () => {
  const { rules, emergencywords } = content;
  for (const { id, medicine } of emergencywords.signs) expect(keepsMedicine(content, id), id).toBe(medicine === "keep");
  for (const { id, incare } of rules) expect(keepsMedicine(content, id), id).toBe(incare?.medicine === "keep");
  expect(keepsMedicine(content, "of an earlier version")).toBe(false);
});

describe("what is shown of them", () => {
  const told = (title: string, values: object = {}) => ({
    ...{ id: title, conversation_id: "chat", dismissed_at: null, acknowledged_at: null, ...values },
    report_sealed: { sign: wait, emergency: { title } },
  });
  const shown = (...rows: readonly unknown[]) => {
    const open = openEmergencyFrom({ content, secrets }, rows);
    return open && [open.latest.title, open.unread?.emergency.title, open.unread?.conversationId];
  };

  test.each<[string, readonly unknown[], readonly unknown[] | null]>([
    ["nothing", [], null],
    ["the latest leads", [told("new"), told("old")], ["new", "new", "chat"]],
    [
      "one that is dismissed doesn't",
      [told("new", { dismissed_at: minute(1) }), told("old", { conversation_id: "other" })],
      ["new", "old", "other"],
    ],
    ["nor one that is acknowledged", [told("new", acknowledged), told("old")], ["new", "old", "chat"]],
    ["nor one of no message", [told("new", { conversation_id: null }), told("old")], ["new", "old", "chat"]],
    ["none of them", [told("new", acknowledged)], ["new", undefined, undefined]],
  ])("%s", (_, rows, expected) => expect(shown(...rows)).toEqual(expected));
});

describe("of two patients", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await sharedTestServer();
  });
  const two = async () => [(await server.newPatient()).id, (await server.newPatient()).id] as const;

  test("each one's that no clinician has closed, newest first, and of one moment the one that came last", async () => {
    const [rosa, other] = await two();
    const ids = [newId(), newId()] as const;
    await addReport(server, rosa, 1, { id: ids[1] });
    await addReport(server, rosa, 1, { id: ids[0] });
    const [last, first] = [await addReport(server, rosa, 2, acknowledged), await addReport(server, rosa, 0)];
    await addReport(server, rosa, 3, closed);
    await addReport(server, other, 4);
    const found = await unclosedReportsQuery(server.services.db, rosa).execute();
    expect(found.map(({ id }) => id)).toEqual([last, ids[1], ids[0], first]);
    for (const way of [ids, ids.toReversed()]) {
      const { db } = server.services;
      for (const id of way) await db.updateTable("emergency_report").set({ mailed: 2 }).where("id", "=", id).execute();
      const again = await withoutIndexes(server, (tx) => unclosedReportsQuery(tx, rosa).execute());
      expect(again.map(({ id }) => id)).toEqual([last, ids[1], ids[0], first]);
    }
    for (let at = 4; at < 24; at += 1) await addReport(server, rosa, at);
    const times = (await unclosedReportsQuery(server.services.db, rosa).execute()).map(
      ({ reported_at }) => reported_at,
    );
    expect(times).toEqual(Array.from({ length: 20 }, (_, index) => minute(23 - index)));
  });

  test("medicine waits for the one of whose emergencies one doesn't say otherwise", async () => {
    const [rosa, other] = await two();
    const [calm] = await two();
    for (const sign of [keep, wait]) await addReport(server, rosa, 1, acknowledged, sign);
    await addReport(server, other, 1, {}, keep);
    await addReport(server, other, 2, closed, wait);
    await addReport(server, calm, 2, closed, wait);
    const holds = (...ids: readonly string[]) => emergencyHolds(server.services, ids);
    expect(await holds(rosa, other, calm)).toEqual(
      new Map([
        [rosa, true],
        [other, false],
      ]),
    );
    expect(await holds(other)).toEqual(new Map([[other, false]]));
    expect(await holds()).toEqual(new Map());
  });

  test("first in the lists is who has one nobody has acknowledged", async () => {
    const [rosa, other] = await two();
    await addReport(server, rosa, 1, acknowledged);
    await addReport(server, rosa, 2);
    await addReport(server, other, 3, acknowledged);
    const rows = await server.services.db
      .selectFrom("patient")
      .select(["id", patientHasOpenEmergency("patient.id").as("isFirst")])
      .where("id", "in", [rosa, other])
      .execute();
    expect(new Map(rows.map(({ id, isFirst }) => [id, isFirst]))).toEqual(
      new Map([
        [rosa, true],
        [other, false],
      ]),
    );
  });
});
