import { beforeEach, describe, expect, test } from "vitest";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { patientWithConversations, type PatientWithConversations } from "#server/messages/testing/conversations.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  dismissEmergencies,
  emergenciesInConversations,
  hasOpenReport,
  oldestOpenEmergencies,
  openEmergencyConversations,
  openReportContent,
  reportById,
  reportEmergency,
  reportsById,
  reportsToHandle,
  unclosedEmergencies,
} from "./emergency-reports.ts";
import { acknowledged, addReport, closed, minute } from "./testing/report-rows.ts";

const server = serverAtNoon();
let rosa: PatientWithConversations;
let other: PatientWithConversations;
beforeEach(async () => {
  rosa = await patientWithConversations(server);
  other = await patientWithConversations(server);
});

/** Reported at this minute, in the conversation with the doctor unless `values` say otherwise. */
const report = (patient: PatientWithConversations, at: number, values: Parameters<typeof addReport>[3] = {}) =>
  addReport(server, patient.id, at, {
    ...{ source: "message", conversation_id: patient.doctorConversationId },
    ...values,
  });
const elsewhere = { source: "health", conversation_id: null } as const;

describe("reports to handle", () => {
  test("are those nobody acknowledged, or closed, oldest first, of one patient or of all, page by page", async () => {
    const { db } = server.services;
    const [second, first] = [await report(rosa, 2), await report(rosa, 1, acknowledged)];
    const third = await report(other, 3);
    for (const patient of [rosa, other]) await report(patient, 0, closed);
    const ids = async (
      ...[given, cursor, limit]: [Parameters<typeof reportsToHandle>[1], { at: Date; id: string } | null, number]
    ) => (await reportsToHandle(db, given, cursor, limit)).map(({ id }) => id);
    const all = { state: "open", patientId: null } as const;
    const mine = [first, second, third];
    expect((await ids(all, null, 500)).filter((id) => mine.includes(id))).toEqual(mine);
    const own = { state: "open", patientId: rosa.id } as const;
    expect(await ids(own, null, 9)).toEqual([first, second]);
    expect(await ids(own, null, 1)).toEqual([first]);
    expect(await ids(own, { at: minute(1), id: first }, 9)).toEqual([second]);
    expect(await ids({ ...own, state: "unacknowledged" }, null, 9)).toEqual([second]);
  });

  test("of one moment have one order, page by page", async () => {
    const inOrder = [newId(), newId(), newId()];
    for (const id of inOrder.toReversed()) await report(rosa, 1, { id });
    const own = { state: "open", patientId: rosa.id } as const;
    const beyond = (id: string | undefined) =>
      withoutIndexes(server, (tx) => reportsToHandle(tx, own, id === undefined ? null : { at: minute(1), id }, 9));
    for (const [index, id] of [undefined, ...inOrder].entries())
      expect((await beyond(id)).map((row) => row.id)).toEqual(inOrder.slice(index));
  });

  test("are found by their ids", async () => {
    const [first, second] = [await report(rosa, 1), await report(other, 2)];
    await report(rosa, 3);
    const { db } = server.services;
    expect(await reportById(db, second)).toMatchObject({ id: second, patient_id: other.id });
    expect((await reportsById(db, [first, second])).map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      [first, second].toSorted((a, b) => (a < b ? -1 : 1)),
    );
  });

  test("are open since the oldest that isn't closed, for each patient who has one", async () => {
    const { db } = server.services;
    await report(rosa, 0, closed);
    await report(rosa, 2);
    await report(rosa, 1, acknowledged);
    await report(other, 0, closed);
    expect(await oldestOpenEmergencies(db, [rosa.id, other.id])).toEqual(new Map([[rosa.id, minute(1)]]));
    expect(await oldestOpenEmergencies(db, [other.id])).toEqual(new Map());
  });
});

test("what a patient told of is shown until it is closed, oldest first, with its words", async () => {
  const second = await report(rosa, 2, elsewhere);
  const first = await report(rosa, 1, acknowledged);
  await report(rosa, 0, closed);
  await report(other, 3);
  expect(await unclosedEmergencies(server.services, rosa.id)).toEqual([
    { id: first, reportedat: minute(1).toISOString(), title: "At 1", words: "words at 1" },
    { id: second, reportedat: minute(2).toISOString(), title: "At 2", words: "words at 2" },
  ]);
});

describe("in a conversation", () => {
  const shownTo = async ({ id }: PatientWithConversations) =>
    [...(await emergenciesInConversations(server.services, id))].map(([conversation, { shown, reportedAt }]) => ({
      conversation,
      title: shown?.title,
      reportedAt,
    }));

  test("the latest that isn't dismissed is shown, with when the latest was told", async () => {
    await report(rosa, 2);
    await report(rosa, 1);
    await report(rosa, 3, { dismissed_at: minute(4) });
    await report(rosa, 5, elsewhere);
    await report(other, 6);
    const conversation = rosa.doctorConversationId;
    expect(await shownTo(rosa)).toEqual([{ conversation, title: "At 2", reportedAt: minute(3) }]);
  });

  test("dismissing it dismisses those of the conversation, and keeps when one was dismissed before", async () => {
    const [before, open] = [await report(rosa, 1, { dismissed_at: minute(9) }), await report(rosa, 2)];
    const others = [await report(other, 3), await report(rosa, 4, elsewhere)];
    await dismissEmergencies(server.services.db, rosa.doctorConversationId, minute(30));
    const dismissedAt = async (id: string) => (await reportById(server.services.db, id))?.dismissed_at;
    expect([await dismissedAt(before), await dismissedAt(open)]).toEqual([minute(9), minute(30)]);
    for (const id of others) expect(await dismissedAt(id)).toBeNull();
    expect(await shownTo(rosa)).toMatchObject([{ title: undefined, reportedAt: minute(2) }]);
  });

  test("it is open until somebody acknowledges it", async () => {
    await report(rosa, 1);
    await report(rosa, 2, elsewhere);
    await report(other, 3, acknowledged);
    const open = (await openEmergencyConversations(server.services.db).execute()).map(({ id }) => id);
    expect(open).toContain(rosa.doctorConversationId);
    expect(open).not.toContain(other.doctorConversationId);
    expect(open).not.toContain(null);
  });
});

test("words are reported already while the same ones of this patient and source wait", async () => {
  await report(rosa, 1, elsewhere);
  await report(rosa, 2, { ...elsewhere, ...acknowledged });
  await report(rosa, 3);
  const isReported = (patientId: string, at: number) =>
    inTransaction(server.services, (tx) => hasOpenReport(tx, { patientId, source: "health", words: `words at ${at}` }));
  expect(await isReported(rosa.id, 1)).toBe(true);
  expect([await isReported(rosa.id, 2), await isReported(rosa.id, 3), await isReported(other.id, 1)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a report is noted with all that was told, mailed, counted and open", async () => {
  const { services } = server;
  const emergency: Emergency = { kind: "988", title: "Now", text: "Call", phones: [] };
  const told = { sign: "wish", emergency, words: `words of ${rosa.id}`, contact: { email: "a@b.co", reference: "R" } };
  const counted = async () => {
    const metric = await services.metrics.getSingleMetricAsString("emergencies_told_total");
    return Number(/source="message",kind="988"\} (\d+)/.exec(metric)?.[1]);
  };
  const before = await counted();
  const conversationId = rosa.doctorConversationId;
  await inTransaction(services, (tx) =>
    reportEmergency(tx, { ...told, patientId: rosa.id, source: "message", conversationId } as never),
  );
  const row = await services.db
    .selectFrom("emergency_report")
    .selectAll()
    .where("patient_id", "=", rosa.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    ...{ source: "message", conversation_id: conversationId, followup_id: null, mailed: 1 },
    ...{ dismissed_at: null, acknowledged_at: null, closed_at: null },
  });
  expect(row.mail_at.getTime() - row.reported_at.getTime()).toBeGreaterThanOrEqual(15 * 60_000);
  expect(row.mail_at.getTime() - row.reported_at.getTime()).toBeLessThan(16 * 60_000);
  expect(openReportContent(services, row)).toEqual(told);
  expect(await counted()).toBe(before + 1);
  await server.jobs.drain();
  const mails = await server.mailbox.list(services.content.brand.supportemail);
  expect(mails.filter(({ text }) => text.includes(`/clinic/emergency/${row.id}`))).toHaveLength(1);
});
