import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/messages.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { conversations, mark, say, talking, type Talking, tell, unread } from "./testing/talk.ts";

let server: TestServer;
let rosa: Talking;
beforeAll(async () => {
  server = await startTestServer();
  rosa = await talking(server);
});
afterAll(() => server.close());

const moveTo = (patient: Talking, state: string) =>
  server.services.db.updateTable("patient").set({ state }).where("id", "=", patient.id).execute();

describe("§7 GET /conversation", () => {
  test("in a state with that chat: the doctor by name, and patient services; asked twice, they are the same", async () => {
    const first = await conversations(server, rosa);
    expect(first).toMatchObject([
      { kind: "doctor", title: "Dr. Elena Marsh", patientId: rosa.id, open: true, lastmessage: null, unreadcount: 0 },
      { kind: "patient_services", title: "Patient services", lastseq: 0, readseq: 0, open: true },
    ]);
    expect(await conversations(server, rosa)).toEqual(first);
  });

  test("in another state only the doctor, and nobody before she has a case", async () => {
    expect((await conversations(server, await talking(server, "CA"))).map(({ kind }) => kind)).toEqual(["doctor"]);
    expect(await conversations(server, await server.newPatient())).toEqual([]);
  });

  test("asked at once from ten screens, each conversation is made once", async () => {
    const patient = await server.newPatient();
    await server.services.db.updateTable("patient").set({ state: "NH" }).where("id", "=", patient.id).execute();
    const lists = await Promise.all(Array.from({ length: 10 }, () => conversations(server, patient)));
    expect(new Set(lists.flatMap((list) => list.map(({ id }) => id))).size).toBe(1);
  });

  test("each with its last message and what is unread in it", async () => {
    const her = await talking(server);
    await say(server, her, her.doctor, { message: "Hello" });
    await tell(server, her.services, { message: "Welcome" });
    const { ok: last } = await tell(server, her.services, { message: "Anything you need?" });
    expect(await conversations(server, her)).toMatchObject([
      { lastseq: 1, readseq: 1, unreadcount: 0, lastmessage: { message: "Hello", sender: { role: "patient" } } },
      { lastseq: 2, readseq: 0, unreadcount: 2, lastmessage: last },
    ]);
    const { ok } = await server.call(
      messages.conversation,
      { params: { id: her.services } },
      { token: await tokenOf(server, her) },
    );
    expect(ok).toMatchObject({ id: her.services, unreadcount: 2, lastmessage: { id: last.id } });
  });

  test("after a move what was written stays readable", async () => {
    const her = await talking(server);
    await say(server, her, her.services, { message: "Hello" });
    await moveTo(her, "CA");
    expect(await conversations(server, her)).toMatchObject([
      { kind: "doctor", open: true },
      { kind: "patient_services", open: false, lastmessage: { message: "Hello" } },
    ]);
  });
});

describe("§7 GET /conversation/{id}/member", () => {
  const members = async (patient: Talking, id: string) =>
    (await server.call(messages.members, { params: { id } }, { token: await tokenOf(server, patient) })).ok.items;

  test("her doctor with name and picture", async () => {
    expect(await members(rosa, rosa.doctor)).toEqual([
      {
        userid: "elena_marsh",
        doctorid: "elena_marsh",
        doctorname: "Dr. Elena Marsh",
        profileUrl: "/doctors/doctor-1.svg",
      },
    ]);
  });

  test("the people of patient services", async () => {
    expect(await members(rosa, rosa.services)).toEqual([
      { userid: "patient_services", doctorid: null, doctorname: "Patient services", profileUrl: null },
    ]);
  });

  test("while no doctor is found, nobody, and the conversation has a plain title", async () => {
    const her = await talking(server, "CA");
    await server.services.db
      .updateTable("care_case")
      .set({ doctor_id: null, treated_by: null })
      .where("patient_id", "=", her.id)
      .execute();
    expect(await members(her, her.doctor)).toEqual([]);
    expect((await conversations(server, her))[0]?.title).toBe("Your doctor");
    const { ok } = await tell(server, her.doctor, { message: "We look for your doctor." });
    expect(ok.sender).toEqual({ id: "care_team", firstName: "Care", lastName: "team", role: "doctor" });
  });
});

describe("§7 the unread count", () => {
  test("adds up her conversations, and reading takes away", async () => {
    const her = await talking(server);
    await tell(server, her.doctor, { message: "One" });
    await tell(server, her.doctor, { message: "Two" });
    await tell(server, her.services, { message: "Three" });
    expect((await unread(server, her)).ok).toMatchObject({
      unreadcount: 3,
      conversations: [
        { conversationid: her.doctor, kind: "doctor", lastseq: 2, readseq: 0, unreadcount: 2 },
        { conversationid: her.services, kind: "patient_services", unreadcount: 1 },
      ],
    });
    await mark(server, her, her.doctor, 1);
    expect((await unread(server, her)).ok.unreadcount).toBe(2);
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
  const ask = async (call: (typeof calls)[number], patient: Talking, id: string, body?: object) =>
    server.call(
      call,
      { params: { id }, query: {}, ...(call.method === "PATCH" ? { body: body ?? {} } : {}) } as never,
      { token: await tokenOf(server, patient) },
    );

  test("the chat with its messages, what is unread in it, and the mark", async () => {
    const her = await talking(server);
    const { ok: message } = await tell(server, her.services, { message: "Welcome" });
    expect((await ask(messages.adminChat, her, her.services)).ok).toMatchObject({
      conversation: { id: her.services, kind: "patient_services", unreadcount: 1 },
      items: [message],
      lastseq: 1,
      readseq: 0,
      cursor: null,
    });
    expect((await ask(messages.adminChatUnread, her, her.services)).ok).toMatchObject({ unreadcount: 1 });
    expect((await ask(messages.markAdminChatAsRead, her, her.services)).ok).toMatchObject({
      unreadcount: 0,
      readseq: 1,
    });
  });

  test("the doctor's conversation is none of these", async () => {
    for (const call of calls) expect((await ask(call, rosa, rosa.doctor)).problem).toMatchObject({ code: "not_found" });
  });

  test("§6 where her state does not have it, she is told so", async () => {
    const her = await talking(server);
    await moveTo(her, "CA");
    for (const call of calls) {
      const { status, problem } = await ask(call, her, her.services);
      expect([status, problem.code]).toEqual([409, "not_available_in_state"]);
    }
  });

  test("another patient's chat is not found, in every state", async () => {
    const california = await talking(server, "CA");
    const other = await talking(server);
    for (const call of calls)
      for (const intruder of [rosa, california])
        expect((await ask(call, intruder, other.services)).problem).toMatchObject({ code: "not_found" });
  });
});
