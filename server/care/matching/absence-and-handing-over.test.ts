import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import type { CaseStatus } from "#server/cases/public.ts";
import {
  allMessages,
  conversationsOf,
  patientWithConversations,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const today = () => clinicToday(server.services);
const doctorOf = async ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("care_case")
    .select(["status", "doctor_id", "treating_doctor_id", "accepted_at"])
    .where("patient_id", "=", id)
    .executeTakeFirstOrThrow();
async function patientOf(doctorId: string, state: string, status: CaseStatus) {
  const patient = await handedOver(server, state);
  await server.services.db
    .updateTable("care_case")
    .set({ doctor_id: doctorId, status, accepted_at: status === "submitted" ? null : server.clock.now() })
    .where("patient_id", "=", patient.id)
    .execute();
  return patient;
}
const setAbsence = (doctorid: string, from: string, until: string, coverid?: string) =>
  server.call(
    staff.setAbsence,
    { params: { doctorid }, body: { from, until, ...(coverid && { coverid }) } },
    { apiKey },
  );
const endAbsence = (doctorid: string) => server.call(staff.endAbsence, { params: { doctorid } }, { apiKey });
const handOver = (doctorid: string, todoctorid?: string) =>
  server.call(staff.handOverPatients, { params: { doctorid }, body: todoctorid ? { todoctorid } : {} }, { apiKey });

describe("handing over a sick doctor's patients", () => {
  test("each goes to the chosen doctor where that one is licensed; the others stay, and a repeat moves nobody", async () => {
    const [waiting, accepted, inCare] = [
      await patientOf("elena_marsh", "IA", "submitted"),
      await patientOf("elena_marsh", "CT", "accepted"),
      await patientOf("elena_marsh", "IA", "approved"),
    ];
    const [elsewhere, declined, others] = [
      await patientOf("elena_marsh", "AK", "approved"),
      await patientOf("elena_marsh", "IA", "declined"),
      await patientOf("ruth_okafor", "IA", "approved"),
    ];
    const { status, ok } = await handOver("elena_marsh", "hanna_lindqvist");
    expect([status, ok]).toMatchObject([
      200,
      { moved: 3, left: [{ state: "AK", patients: 1 }], doctor: { patients: 1 } },
    ]);
    expect(await doctorOf(waiting)).toMatchObject({ status: "submitted", doctor_id: "hanna_lindqvist" });
    expect(await doctorOf(accepted)).toMatchObject({
      ...{ status: "submitted", doctor_id: "hanna_lindqvist", accepted_at: null },
    });
    expect(await doctorOf(inCare)).toMatchObject({
      ...{ status: "approved", doctor_id: "elena_marsh", treating_doctor_id: "hanna_lindqvist" },
    });
    expect(await doctorOf(elsewhere)).toMatchObject({ doctor_id: "elena_marsh", treating_doctor_id: null });
    expect(await doctorOf(declined)).toMatchObject({ doctor_id: "elena_marsh", treating_doctor_id: null });
    expect(await doctorOf(others)).toMatchObject({ doctor_id: "ruth_okafor", treating_doctor_id: null });
    const [conversation] = await conversationsOf(server, inCare);
    const told = await allMessages(server, inCare, conversation?.id ?? "");
    expect(told.map(({ type, message }) => [type, message])).toEqual([
      ["system", expect.stringContaining("Dr. Hanna Lindqvist looks after you now, in place of Dr. Elena Marsh.")],
    ]);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("patient_id")
      .where("call", "=", "staff.handOverPatients")
      .execute();
    expect(new Set(audited.map(({ patient_id }) => patient_id))).toEqual(new Set([waiting.id, accepted.id, inCare.id]));
    expect((await handOver("elena_marsh", "hanna_lindqvist")).ok).toMatchObject({ moved: 0, left: [{ patients: 1 }] });
    expect(await allMessages(server, inCare, conversation?.id ?? "")).toHaveLength(1);
  });

  test("without a choice each goes to somebody licensed there who is here", async () => {
    const [iowa, texas] = [
      await patientOf("ruth_okafor", "IA", "approved"),
      await patientOf("ruth_okafor", "TX", "approved"),
    ];
    await setAbsence("hanna_lindqvist", today(), today());
    const { ok } = await handOver("ruth_okafor");
    expect(ok.left).toEqual([]);
    expect([(await doctorOf(iowa)).treating_doctor_id, (await doctorOf(texas)).treating_doctor_id]).toEqual([
      ...["elena_marsh", "ines_valdez"],
    ]);
    await endAbsence("hanna_lindqvist");
  });

  test("nobody goes to a chosen doctor whose license has ended, on the day after its last", async () => {
    const [ended, lasts] = [
      await patientOf("ruth_okafor", "IA", "approved"),
      await patientOf("ruth_okafor", "OH", "approved"),
    ];
    const { db } = server.services;
    const setEnd = (state: string, valid_until: string | null) =>
      db
        .updateTable("doctor_license")
        .set({ valid_until })
        .where("doctor_id", "=", "hanna_lindqvist")
        .where("state", "=", state)
        .execute();
    await setEnd("IA", addDays(today(), -1));
    await setEnd("OH", today());
    const { ok } = await handOver("ruth_okafor", "hanna_lindqvist");
    expect(ok.left.find(({ state }) => state === "IA")?.patients).toBeGreaterThan(0);
    expect([(await doctorOf(ended)).treating_doctor_id, (await doctorOf(lasts)).treating_doctor_id]).toEqual([
      ...[null, "hanna_lindqvist"],
    ]);
    for (const state of ["IA", "OH"]) await setEnd(state, null);
  });

  test.each([
    ["elena_marsh", "elena_marsh", 400],
    ["elena_marsh", "nobody", 400],
    ["nobody", "elena_marsh", 404],
  ])("%s to %s: %i", async (from, to, status) => expect((await handOver(from, to)).status).toBe(status));

  test("is for whoever runs the team", async () => {
    const { browser } = await signedInStaff(server, ["physician"], "ines_valdez");
    const params = { doctorid: "elena_marsh" };
    expect((await browser.call(staff.handOverPatients, { params, body: {} })).status).toBe(403);
    expect((await browser.call(staff.endAbsence, { params })).status).toBe(403);
  });
});

describe("a doctor who is away", () => {
  test("new patients go elsewhere, theirs read until when and who covers, and no conversation is theirs", async () => {
    const patient = await patientWithConversations(server, "CT");
    const { db } = server.services;
    await db.updateTable("care_case").set({ doctor_id: "elena_marsh" }).where("patient_id", "=", patient.id).execute();
    const away = async () =>
      (await conversationsOf(server, patient)).map(({ kind, awaytext }) => [kind, awaytext] as const)[0]?.[1];
    expect(await away()).toBeNull();
    const person = await signedInStaff(server, ["physician"], "elena_marsh");
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" });
    const params = { id: patient.doctorConversationId };
    await server.call(care.assignConversation, { params, body: { memberid: person.id } }, { apiKey });
    const assignee = async () => (await server.call(care.conversation, { params }, { apiKey })).ok.assignee?.memberid;
    expect(await assignee()).toBe(person.id);

    const until = addDays(today(), 3);
    expect((await setAbsence("elena_marsh", addDays(today(), 1), until)).ok.away).toMatchObject({
      until,
      coverid: null,
    });
    expect(await away()).toBeNull();
    await setAbsence("elena_marsh", today(), until, "hanna_lindqvist");
    expect(await away()).toMatch(/^Dr. Elena Marsh is away until .+ Until then, Dr. Hanna Lindqvist looks after you\./);
    expect(await assignee()).toBeUndefined();
    expect((await doctorOf(await handedOver(server, "CT", null, null, { patch: "3m" }))).doctor_id).toBe(
      "hanna_lindqvist",
    );
    const lastDay = await setAbsence("hanna_lindqvist", today(), today());
    expect(lastDay.ok.away, "also on its last day").toMatchObject({ from: today(), until: today() });
    expect(await away()).toMatch(/Just write here as always\. Our care team will read it\.$/);
    await endAbsence("hanna_lindqvist");
    expect((await endAbsence("elena_marsh")).ok.away).toBeNull();
    expect(await away()).toBeNull();
    expect(await assignee()).toBe(person.id);
  });

  test.each([
    [1, 0, undefined, "until"],
    [-3, -1, undefined, "until"],
    [0, 1, "elena_marsh", "coverid"],
    [0, 1, "nobody", "coverid"],
  ])("from %i to %i days, covered by %s, is refused at %s", async (from, until, cover, path) => {
    const { status, problem } = await setAbsence("elena_marsh", addDays(today(), from), addDays(today(), until), cover);
    expect([status, problem.details?.fields]).toMatchObject([400, [{ path }]]);
  });
});

describe("who may decide", () => {
  test("a case is somebody's to decide only where they are licensed, in the list and in the record", async () => {
    const [iowa, montana] = [await handedOver(server, "IA"), await handedOver(server, "MT")];
    const { browser } = await signedInStaff(server, ["physician"], "hanna_lindqvist");
    const listed = async (as: typeof browser | null) => {
      const input = { query: { status: "incoming" } } as const;
      const { items } = (as ? await as.call(care.cases, input) : await server.call(care.cases, input, { apiKey })).ok;
      return [iowa, montana].map(({ id }) => items.find(({ patient }) => patient.id === id)?.maydecide);
    };
    expect(await listed(browser)).toEqual([true, false]);
    expect(await listed(null)).toEqual([true, true]);
    const obstacle = async ({ id }: TestPatient) =>
      (await browser.call(care.patient, { params: { id } })).ok.decisionobstacle;
    expect([await obstacle(iowa), await obstacle(montana)]).toEqual([
      ...[null, "You aren't licensed in MT today, so this is for a colleague to decide."],
    ]);
  });

  test("without a system that decides, a doctor nobody decides for gets no case, and the inbox names the state", async () => {
    const { db } = server.services;
    const undecidable = async () => (await server.call(care.undecidable, {}, { apiKey })).ok.items;
    const before = await undecidable();
    expect(before.some(({ state }) => state === "VT" || state === "CT")).toBe(false);
    const keys = await db.selectFrom("api_key").select(["id", "scopes"]).execute();
    for (const { id, scopes } of keys)
      await db
        .updateTable("api_key")
        .set({ scopes: scopes.filter((scope) => scope !== "rx") })
        .where("id", "=", id)
        .execute();
    // Of the doctors licensed in Vermont, only Hanna Lindqvist has somebody; in Utah nobody has.
    const [vermont, utah] = [
      await handedOver(server, "VT", null, null, { capsule: "3m" }),
      await handedOver(server, "UT"),
    ];
    await db.updateTable("care_case").set({ doctor_id: null }).where("patient_id", "=", utah.id).execute();
    expect((await doctorOf(vermont)).doctor_id).toBe("hanna_lindqvist");
    expect((await undecidable()).filter(({ state }) => ["VT", "UT"].includes(state))).toEqual([
      { state: "UT", patients: 1 },
    ]);
    for (const { id, scopes } of keys) await db.updateTable("api_key").set({ scopes }).where("id", "=", id).execute();
  });
});
