import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import {
  markAsRead,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  allMessages,
} from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const waitingPage = async (nextpage?: string) =>
  (await server.call(care.conversations, { query: nextpage === undefined ? {} : { nextpage } }, { apiKey })).ok;
const conversation = async (id: string) => (await server.call(care.conversation, { params: { id } }, { apiKey })).ok;
const setOpen = (id: string, value: boolean) =>
  server.call(care.openConversation, { params: { id }, body: { open: value } }, { apiKey });
const auditActors = async (call: string, { id }: PatientWithConversations) =>
  (
    await server.services.db
      .selectFrom("audit_event")
      .select("actor")
      .where("call", "=", call)
      .where("patient_id", "=", id)
      .execute()
  ).map(({ actor }) => actor);

describe("the queue of conversations in which a patient waits", () => {
  test("longest wait first; an answer removes a conversation, the patient's next message adds it again", async () => {
    const [first, second] = [await patientWithConversations(server), await patientWithConversations(server)];
    await sendAsPatient(server, first, first.doctorConversationId, { message: "One" });
    server.clock.advance(60_000);
    await sendAsPatient(server, second, second.servicesConversationId, { message: "Two" });
    server.clock.advance(60_000);
    const { ok: later } = await sendAsPatient(server, first, first.doctorConversationId, { message: "Three" });
    const waiting = await waitingPage();
    expect(waiting.items.map(({ id }) => id)).toEqual([first.doctorConversationId, second.servicesConversationId]);
    expect(waiting.items[0]?.waitingsince && waiting.items[0].waitingsince < later.createdat).toBe(true);
    expect(waiting.items[0]).toMatchObject({ kind: "doctor", patient: { id: first.id }, lastseq: 2, open: true });
    await sendAsClinic(server, first.doctorConversationId, { message: "Good morning" });
    expect((await waitingPage()).items.map(({ id }) => id)).toEqual([second.servicesConversationId]);
    server.clock.advance(60_000);
    await sendAsPatient(server, first, first.doctorConversationId, { message: "Four" });
    expect((await waitingPage()).items.map(({ id }) => id)).toEqual([
      second.servicesConversationId,
      first.doctorConversationId,
    ]);
    expect(await auditActors("care.conversations", first)).toContainEqual(expect.stringMatching(/^key:/));
  });

  test("a closed conversation is not in the queue", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "One" });
    const { ok } = await setOpen(patient.doctorConversationId, false);
    expect(ok).toMatchObject({ open: false, waitingsince: null });
    expect((await waitingPage()).items.map(({ id }) => id)).not.toContain(patient.doctorConversationId);
  });

  test("an invalid cursor is refused", async () => {
    const { status } = await server.call(care.conversations, { query: { nextpage: "nonsense" } }, { apiKey });
    expect(status).toBe(400);
  });
});

describe("a message of the practice", () => {
  test("comes from the doctor or patient services, by the kind of conversation; the audit names the patient", async () => {
    const patient = await patientWithConversations(server);
    const { status, ok } = await sendAsClinic(server, patient.doctorConversationId, {
      message: "Good morning",
      clientid: `a-${patient.id}`,
    });
    expect([status, ok]).toMatchObject([
      201,
      {
        seq: 1,
        clientid: `a-${patient.id}`,
        sender: { id: "elena_marsh", firstName: "Elena", lastName: "Marsh", role: "doctor" },
      },
    ]);
    expect((await sendAsClinic(server, patient.servicesConversationId, { message: "Hello" })).ok.sender).toEqual({
      id: "patient_services",
      firstName: "Patient",
      lastName: "services",
      role: "patient_services",
      name: "Patient services",
      title: null,
    });
    expect(await auditActors("care.sendMessage", patient)).toEqual([
      expect.stringMatching(/^key:/),
      expect.stringMatching(/^key:/),
    ]);
  });

  test("shows how far the patient has read", async () => {
    const patient = await patientWithConversations(server);
    await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
    await sendAsClinic(server, patient.doctorConversationId, { message: "Two" });
    await markAsRead(server, patient, patient.doctorConversationId, 1);
    expect(await conversation(patient.doctorConversationId)).toMatchObject({
      lastseq: 2,
      readseq: 1,
      patient: { id: patient.id },
    });
  });

  test("shows as closed what the patient can't write to, since their case lapsed; another patient's is open", async () => {
    const [patient, other] = [await patientWithConversations(server), await patientWithConversations(server)];
    await server.services.db
      .updateTable("care_case")
      .set({ status: "lapsed" })
      .where("patient_id", "=", patient.id)
      .execute();
    const opens = async ({ doctorConversationId, servicesConversationId }: PatientWithConversations) =>
      [await conversation(doctorConversationId), await conversation(servicesConversationId)].map(({ open }) => open);
    expect([await opens(patient), await opens(other)]).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  test("is refused in a closed conversation until it is opened again", async () => {
    const patient = await patientWithConversations(server);
    await setOpen(patient.doctorConversationId, false);
    const { status, problem } = await sendAsClinic(server, patient.doctorConversationId, { message: "Hello" });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect((await setOpen(patient.doctorConversationId, true)).ok.open).toBe(true);
    expect((await sendAsClinic(server, patient.doctorConversationId, { message: "Hello" })).status).toBe(201);
    expect(await allMessages(server, patient, patient.doctorConversationId)).toHaveLength(1);
  });

  test.each([
    ["without words", { message: " " }],
    ["with a control character", { message: "a\u0007" }],
    ["of a type it cannot send", { message: "Hi", type: "system" }],
  ])("%s is refused", async (_, body) => {
    const patient = await patientWithConversations(server);
    expect((await sendAsClinic(server, patient.doctorConversationId, body as never)).status).toBe(400);
  });

  test("to an unknown conversation is not found", async () => {
    expect((await sendAsClinic(server, newId(), { message: "Hi" })).problem).toMatchObject({ code: "not_found" });
  });

  test("one client id for two patients is refused", async () => {
    const [one, other] = [await patientWithConversations(server), await patientWithConversations(server)];
    const clientid = newId();
    const answers = await Promise.all([
      sendAsClinic(server, one.doctorConversationId, { message: "Hi", clientid }),
      sendAsClinic(server, other.doctorConversationId, { message: "Hi", clientid }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });
});

describe("an answer to what the practice had read", () => {
  test("leaves the patient waiting since their first message after it", async () => {
    const patient = await patientWithConversations(server);
    const sentAt: string[] = [];
    for (const message of ["One", "Two", "Three"]) {
      server.clock.advance(1000);
      sentAt.push((await sendAsPatient(server, patient, patient.doctorConversationId, { message })).ok.createdat);
    }
    await sendAsClinic(server, patient.doctorConversationId, { message: "To one", answersseq: 1 });
    expect((await conversation(patient.doctorConversationId)).waitingsince).toBe(sentAt[1]);
    await sendAsClinic(server, patient.doctorConversationId, { message: "To all I see", answersseq: 4 });
    expect((await conversation(patient.doctorConversationId)).waitingsince).toBeNull();
    await sendAsClinic(server, patient.doctorConversationId, { message: "Once more to one", answersseq: 1 });
    expect((await conversation(patient.doctorConversationId)).waitingsince).toBeNull();
    const { ok: later } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Four" });
    await sendAsClinic(server, patient.doctorConversationId, { message: "Late, to one", answersseq: 1 });
    expect((await conversation(patient.doctorConversationId)).waitingsince).toBe(later.createdat);
  });

  test("also with a file", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "One" });
    server.clock.advance(1000);
    const { ok: second } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Two" });
    const { payload, headers } = multipart(await photoWithGps(), { answersseq: "1" });
    const params = { id: patient.doctorConversationId };
    const { status } = await server.call(
      care.sendMessageAttachment,
      { params, body: payload as never },
      { apiKey, headers },
    );
    expect(status).toBe(201);
    expect((await conversation(patient.doctorConversationId)).waitingsince).toBe(second.createdat);
  });

  test.each([-1, 1.5, "all"])("to %s is refused at the field", async (answersseq) => {
    const patient = await patientWithConversations(server);
    const { status, problem } = await sendAsClinic(server, patient.doctorConversationId, {
      message: "Hi",
      answersseq: answersseq as number,
    });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "answersseq"]);
  });
});

describe("§7 GET /admin/patients/{id}/messages", () => {
  const list = (patient: PatientWithConversations, query: { limit?: number; cursor?: string } = {}) =>
    server.call(care.messages, { params: { id: patient.id }, query }, { apiKey });

  test("all the patient's conversations in one list, newest first, page by page", async () => {
    const patient = await patientWithConversations(server);
    const sent: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      server.clock.advance(1000);
      const { ok } = await (n % 2
        ? sendAsClinic(server, patient.servicesConversationId, { message: `${n}` })
        : sendAsPatient(server, patient, patient.doctorConversationId, { message: `${n}` }));
      sent.unshift(ok.id);
    }
    const { ok: first } = await list(patient, { limit: 3 });
    expect(first.items.map(({ id }) => id)).toEqual(sent.slice(0, 3));
    const { ok: rest } = await list(patient, { limit: 3, cursor: first.cursor ?? "" });
    expect([rest.items.map(({ id }) => id), rest.cursor]).toEqual([sent.slice(3), null]);
    expect((await list(patient)).ok.items).toHaveLength(5);
    expect(await auditActors("care.messages", patient)).toContainEqual(expect.stringMatching(/^key:/));
  });

  test("a bad cursor is refused at its field, an unknown patient is not found", async () => {
    const patient = await patientWithConversations(server);
    const { status, problem } = await list(patient, { cursor: "nonsense" });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "cursor"]);
    expect((await list({ ...patient, id: newId() })).problem).toMatchObject({ code: "not_found" });
  });
});

describe("GET /clinic/patient/{id}/conversation", () => {
  test("the conversations with the patient, created on first request", async () => {
    const patient = await patientWithConversations(server);
    await server.services.db.deleteFrom("conversation").where("patient_id", "=", patient.id).execute();
    const { ok } = await server.call(care.patientConversations, { params: { id: patient.id } }, { apiKey });
    expect(ok.items.map(({ kind, open: isOpen }) => [kind, isOpen])).toEqual([
      ["doctor", true],
      ["patient_services", true],
    ]);
    const { problem } = await server.call(care.patientConversations, { params: { id: newId() } }, { apiKey });
    expect(problem.code).toBe("not_found");
  });
});
