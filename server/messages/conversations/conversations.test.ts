import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/messages/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  conversationsOf,
  markAsRead,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  unreadCountOf,
} from "../testing/conversations.ts";

let server: TestServer;
let rosa: PatientWithConversations;
beforeAll(async () => {
  server = await startTestServer();
  rosa = await patientWithConversations(server);
});
afterAll(() => server.close());

const moveTo = (patient: PatientWithConversations, state: string) =>
  server.services.db.updateTable("patient").set({ state }).where("id", "=", patient.id).execute();

describe("§7 GET /conversation", () => {
  test("in a state with that chat: the doctor by name, and patient services; a second call gives the same", async () => {
    const first = await conversationsOf(server, rosa);
    expect(first).toMatchObject([
      { kind: "doctor", title: "Dr. Elena Marsh", patientId: rosa.id, open: true, lastmessage: null, unreadcount: 0 },
      { kind: "patient_services", title: "Patient services", lastseq: 0, readseq: 0, open: true },
    ]);
    expect(await conversationsOf(server, rosa)).toEqual(first);
  });

  test("in another state only the doctor, and none before the patient has a case", async () => {
    expect(
      (await conversationsOf(server, await patientWithConversations(server, "CA"))).map(({ kind }) => kind),
    ).toEqual(["doctor"]);
    expect(await conversationsOf(server, await server.newPatient())).toEqual([]);
  });

  test("ten concurrent calls create each conversation once", async () => {
    const patient = await server.newPatient();
    await server.services.db.updateTable("patient").set({ state: "NH" }).where("id", "=", patient.id).execute();
    const lists = await Promise.all(Array.from({ length: 10 }, () => conversationsOf(server, patient)));
    expect(new Set(lists.flatMap((list) => list.map(({ id }) => id))).size).toBe(1);
  });

  test("each has its last message and its unread count", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" });
    await sendAsClinic(server, patient.servicesConversationId, { message: "Welcome" });
    const { ok: last } = await sendAsClinic(server, patient.servicesConversationId, { message: "Anything you need?" });
    expect(await conversationsOf(server, patient)).toMatchObject([
      { lastseq: 1, readseq: 1, unreadcount: 0, lastmessage: { message: "Hello", sender: { role: "patient" } } },
      { lastseq: 2, readseq: 0, unreadcount: 2, lastmessage: last },
    ]);
    const { ok } = await server.call(
      messages.conversation,
      { params: { id: patient.servicesConversationId } },
      { token: await tokenOf(server, patient) },
    );
    expect(ok).toMatchObject({ id: patient.servicesConversationId, unreadcount: 2, lastmessage: { id: last.id } });
  });

  test("messages stay readable after a move", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.servicesConversationId, { message: "Hello" });
    await moveTo(patient, "CA");
    expect(await conversationsOf(server, patient)).toMatchObject([
      { kind: "doctor", open: true },
      { kind: "patient_services", open: false, lastmessage: { message: "Hello" } },
    ]);
  });
});

describe("§7 GET /conversation/{id}/member", () => {
  const members = async (patient: PatientWithConversations, id: string) =>
    (await server.call(messages.members, { params: { id } }, { token: await tokenOf(server, patient) })).ok.items;

  test("the patient's doctor with name and picture", async () => {
    expect(await members(rosa, rosa.doctorConversationId)).toEqual([
      {
        userid: "elena_marsh",
        doctorid: "elena_marsh",
        doctorname: "Dr. Elena Marsh",
        profileUrl: "/doctors/doctor-1.svg",
      },
    ]);
  });

  test("patient services as a whole", async () => {
    expect(await members(rosa, rosa.servicesConversationId)).toEqual([
      { userid: "patient_services", doctorid: null, doctorname: "Patient services", profileUrl: null },
    ]);
  });

  test("no members while no doctor is matched, and a generic conversation title", async () => {
    const patient = await patientWithConversations(server, "CA");
    await server.services.db
      .updateTable("care_case")
      .set({ doctor_id: null, treating_doctor_id: null })
      .where("patient_id", "=", patient.id)
      .execute();
    expect(await members(patient, patient.doctorConversationId)).toEqual([]);
    expect((await conversationsOf(server, patient))[0]?.title).toBe("Your doctor");
    const { ok } = await sendAsClinic(server, patient.doctorConversationId, { message: "We look for your doctor." });
    expect(ok.sender).toEqual({
      ...{ id: "care_team", firstName: "Care", lastName: "team", role: "doctor" },
      ...{ name: "Care team", title: null },
    });
  });
});

describe("§7 the unread count", () => {
  test("sums the patient's conversations and drops on reading", async () => {
    const patient = await patientWithConversations(server);
    await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
    await sendAsClinic(server, patient.doctorConversationId, { message: "Two" });
    await sendAsClinic(server, patient.servicesConversationId, { message: "Three" });
    expect((await unreadCountOf(server, patient)).ok).toMatchObject({
      unreadcount: 3,
      conversations: [
        { conversationid: patient.doctorConversationId, kind: "doctor", lastseq: 2, readseq: 0, unreadcount: 2 },
        { conversationid: patient.servicesConversationId, kind: "patient_services", unreadcount: 1 },
      ],
    });
    await markAsRead(server, patient, patient.doctorConversationId, 1);
    expect((await unreadCountOf(server, patient)).ok.unreadcount).toBe(2);
  });

  test("of another patient is not found", async () => {
    const { status, problem } = await server.call(
      messages.unreadCount,
      { params: { patientId: newId() } },
      { token: await tokenOf(server, rosa) },
    );
    expect([status, problem.code]).toEqual([404, "not_found"]);
  });
});

describe("§7 /admin-patient-chat/conversations/{id}", () => {
  const calls = [messages.adminChat, messages.adminChatUnread, messages.markAdminChatAsRead] as const;
  const callAdminChat = async (
    call: (typeof calls)[number],
    patient: PatientWithConversations,
    id: string,
    body?: object,
  ) =>
    server.call(
      call,
      { params: { id }, query: {}, ...(call.method === "PATCH" ? { body: body ?? {} } : {}) } as never,
      { token: await tokenOf(server, patient) },
    );

  test("the chat with its messages, its unread count and its read mark", async () => {
    const patient = await patientWithConversations(server);
    const { ok: message } = await sendAsClinic(server, patient.servicesConversationId, { message: "Welcome" });
    expect((await callAdminChat(messages.adminChat, patient, patient.servicesConversationId)).ok).toMatchObject({
      conversation: { id: patient.servicesConversationId, kind: "patient_services", unreadcount: 1 },
      items: [message],
      lastseq: 1,
      readseq: 0,
      cursor: null,
    });
    expect((await callAdminChat(messages.adminChatUnread, patient, patient.servicesConversationId)).ok).toMatchObject({
      unreadcount: 1,
    });
    expect(
      (await callAdminChat(messages.markAdminChatAsRead, patient, patient.servicesConversationId)).ok,
    ).toMatchObject({
      unreadcount: 0,
      readseq: 1,
    });
  });

  test("the doctor's conversation is not among them", async () => {
    for (const call of calls)
      expect((await callAdminChat(call, rosa, rosa.doctorConversationId)).problem).toMatchObject({ code: "not_found" });
  });

  test("§6 a patient whose state does not have the chat is told so", async () => {
    const patient = await patientWithConversations(server);
    await moveTo(patient, "CA");
    for (const call of calls) {
      const { status, problem } = await callAdminChat(call, patient, patient.servicesConversationId);
      expect([status, problem.code]).toEqual([409, "not_available_in_state"]);
    }
  });

  test("another patient's chat is not found, whatever the state", async () => {
    const patientInCalifornia = await patientWithConversations(server, "CA");
    const other = await patientWithConversations(server);
    for (const call of calls)
      for (const intruder of [rosa, patientInCalifornia])
        expect((await callAdminChat(call, intruder, other.servicesConversationId)).problem).toMatchObject({
          code: "not_found",
        });
  });
});
