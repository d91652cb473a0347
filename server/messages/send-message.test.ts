import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { messages } from "#contract/messages/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  conversationsOf,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  conversationPage,
} from "./testing/conversations.ts";

let server: TestServer;
let rosa: PatientWithConversations;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await patientWithConversations(server);
});

const textsOf = async (patient: PatientWithConversations) =>
  (await conversationPage(server, patient, patient.doctorConversationId)).ok.items.map(({ message }) => message);

describe("§7 POST /conversation/{id}/message", () => {
  test("the message is the patient's, first in its conversation, and the practice sees them waiting", async () => {
    const { status, ok: sent } = await sendAsPatient(server, rosa, rosa.doctorConversationId, {
      message: "  Hello there  ",
      clientid: "one",
    });
    expect(status).toBe(201);
    const { emergency, ...ok } = sent as Output<typeof messages.send>;
    expect(emergency).toBeNull();
    expect(ok).toMatchObject({
      conversationid: rosa.doctorConversationId,
      seq: 1,
      clientid: "one",
      type: "text",
      sender: { id: rosa.id, firstName: "Rosa", lastName: "Winter", role: "patient" },
      patientId: rosa.id,
      message: "Hello there",
      attachment: null,
      needsreply: false,
      actionstatus: null,
    });
    expect((await conversationPage(server, rosa, rosa.doctorConversationId)).ok.items).toEqual([ok]);
    const forClinic = await server.call(care.conversation, { params: { id: rosa.doctorConversationId } }, { apiKey });
    expect(forClinic.ok).toMatchObject({ waitingsince: ok.createdat, readseq: 1, lastseq: 1, needsreply: false });
  });

  test("the text is sealed in the database and never logged", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Canarywort-7781 flushes" });
    const row = await server.services.db
      .selectFrom("message")
      .select("text_sealed")
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.text_sealed).includes("Canarywort")).toBe(false);
    expect(server.logged()).not.toContain("Canarywort");
  });

  test.each([
    ["emoji", "Thank you 👩🏽‍⚕️🌼 ❤️"],
    ["text from right to left", "שלום, מה שלומך? مرحبا"],
    ["marks around text of another direction", "safe \u202Bשלום\u202C \u2066inner\u2069"],
    ["a script", `<script>alert("x")</script> & <img src=x onerror=alert(1)>`],
    ["SQL and templates", "'; drop table message; -- {{firstname}} ${7*7}"],
    ["several lines", "first\n\n\tsecond\r\nthird"],
    ["5000 characters", "x".repeat(5000)],
  ])("%s come back exactly as written", async (_, text) => {
    const patient = await patientWithConversations(server);
    const { status, ok } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: text });
    expect([status, ok.message]).toEqual([201, text]);
    expect(await textsOf(patient)).toEqual([text]);
  });

  test("half of a character, which nobody can read, is left out", async () => {
    const patient = await patientWithConversations(server);
    const { ok } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "torn \ud83d end" });
    expect(ok.message).toBe("torn  end");
    expect(await textsOf(patient)).toEqual(["torn  end"]);
  });

  test("a mark that turns all that follows around is left out: a dose would read as another one", async () => {
    const patient = await patientWithConversations(server);
    const { ok } = await sendAsPatient(server, patient, patient.doctorConversationId, {
      message: "I took \u202e50.0 mg",
    });
    expect(ok.message).toBe("I took 50.0 mg");
    expect(await textsOf(patient)).toEqual(["I took 50.0 mg"]);
  });

  test.each([
    ["nothing", "", "Please write a message."],
    ["blanks", "  \n\t ", "Please write a message."],
    ["nothing that can be seen", "\u200b\u2060\u202e\ufeff", "Please write a message."],
    ["5001 characters", "x".repeat(5001), "Please use 5000 characters or fewer."],
    ["100 kB", "x".repeat(100 * 1024), "Please use 5000 characters or fewer."],
    ["a zero", "Hello\u0000", "Please use only letters, numbers and punctuation."],
    ["an escape sequence", "\u001b[31mred", "Please use only letters, numbers and punctuation."],
  ])("%s is refused at the field, in a sentence, and nothing is kept", async (_, text, sentence) => {
    const patient = await patientWithConversations(server);
    const { status, problem } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: text });
    expect([status, problem.details?.fields]).toEqual([400, [{ path: "message", message: sentence }]]);
    expect(await textsOf(patient)).toEqual([]);
  });

  test.each([
    ["more than 128 kB", { message: "x".repeat(200 * 1024) }, 413],
    ["a number", { message: 7 }, 400],
    ["no body", undefined, 400],
    ["a sender of the patient's choice", { message: "Hi", sender: "doctor" }, 400],
    ["a client id that is too long", { message: "Hi", clientid: "x".repeat(65) }, 400],
    ["a client id with a space", { message: "Hi", clientid: "one two" }, 400],
    ["a client id beyond ASCII", { message: "Hi", clientid: "ü" }, 400],
    ["a client id with half a character", { message: "Hi", clientid: "\ud800" }, 400],
  ])("%s is refused", async (_, body, status) => {
    expect((await sendAsPatient(server, rosa, rosa.doctorConversationId, body as never)).status).toBe(status);
  });

  test("another patient's conversation is not found, and nothing is written", async () => {
    const other = await patientWithConversations(server);
    for (const id of [other.doctorConversationId, newId()])
      expect((await sendAsPatient(server, rosa, id, { message: "Hi" })).problem).toMatchObject({ code: "not_found" });
    expect(await textsOf(other)).toEqual([]);
  });
});

describe("a closed conversation can be read but not written to", () => {
  const close = (id: string, open = false) =>
    server.call(care.openConversation, { params: { id }, body: { open } }, { apiKey });

  test("closed by the practice: the patient is told what to do instead; opened again, they can write", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" });
    await close(patient.doctorConversationId);
    const { status, problem } = await sendAsPatient(server, patient, patient.doctorConversationId, {
      message: "Are you there?",
    });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toContain(server.services.content.brand.supportemail);
    expect(await textsOf(patient)).toEqual(["Hello"]);
    expect((await conversationsOf(server, patient))[0]).toMatchObject({
      open: false,
      closedreason: problem.message,
      needsreply: false,
    });
    await close(patient.doctorConversationId, true);
    expect((await conversationsOf(server, patient))[0]).toMatchObject({ open: true, closedreason: null });
    expect(
      (await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello again" })).status,
    ).toBe(201);
  });

  test("a repeat of a message sent before it closed still succeeds", async () => {
    const patient = await patientWithConversations(server);
    const { ok } = await sendAsPatient(server, patient, patient.doctorConversationId, {
      message: "Hello",
      clientid: "before",
    });
    await close(patient.doctorConversationId);
    const { status, ok: again } = await sendAsPatient(server, patient, patient.doctorConversationId, {
      message: "Hello",
      clientid: "before",
    });
    expect([status, again]).toEqual([201, ok]);
  });

  test("patient services, after a move to a state without that chat", async () => {
    const patient = await patientWithConversations(server);
    await server.services.db.updateTable("patient").set({ state: "CA" }).where("id", "=", patient.id).execute();
    const { problem } = await sendAsPatient(server, patient, patient.servicesConversationId, { message: "Hello" });
    expect(problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("don't offer chat with patient services where you live"),
    });
    expect(await conversationsOf(server, patient)).toMatchObject([
      { open: true, closedreason: null },
      { open: false, closedreason: problem.message },
    ]);
    expect((await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" })).status).toBe(201);
  });

  test("the doctor, when the case lapsed", async () => {
    const patient = await patientWithConversations(server);
    const { db } = server.services;
    await db.updateTable("care_case").set({ status: "lapsed" }).where("patient_id", "=", patient.id).execute();
    const { problem } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" });
    expect(problem).toMatchObject({ code: "wrong_state", message: expect.stringContaining("confirm it again") });
    expect((await conversationsOf(server, patient))[0]).toMatchObject({ open: false, closedreason: problem.message });
    expect((await sendAsPatient(server, patient, patient.servicesConversationId, { message: "Hello" })).status).toBe(
      201,
    );
  });
});

describe("the practice awaits the patient's reply", () => {
  const needsReply = async (patient: PatientWithConversations) =>
    (await server.call(account.user, {}, { token: await tokenOf(server, patient) })).ok.needspatientreply;

  test("until they have written in each conversation that asks for it", async () => {
    const patient = await patientWithConversations(server);
    expect(await needsReply(patient)).toBe(false);
    await sendAsClinic(server, patient.doctorConversationId, { message: "How do you sleep?", needsreply: true });
    await sendAsClinic(server, patient.servicesConversationId, { message: "Which address?", needsreply: true });
    await sendAsClinic(server, patient.doctorConversationId, { message: "No hurry." });
    expect((await conversationsOf(server, patient)).map(({ needsreply }) => needsreply)).toEqual([true, true]);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Well" });
    expect([await needsReply(patient), (await conversationsOf(server, patient))[0]?.needsreply]).toEqual([true, false]);
    await sendAsPatient(server, patient, patient.servicesConversationId, { message: "The old one" });
    expect(await needsReply(patient)).toBe(false);
  });

  test("not in a closed conversation", async () => {
    const patient = await patientWithConversations(server);
    await sendAsClinic(server, patient.doctorConversationId, { message: "How do you sleep?", needsreply: true });
    expect(await needsReply(patient)).toBe(true);
    await server.call(
      care.openConversation,
      { params: { id: patient.doctorConversationId }, body: { open: false } },
      { apiKey },
    );
    expect(await needsReply(patient)).toBe(false);
  });
});

describe("two hundred sends in a minute", () => {
  afterEach(() => void vi.useRealTimers());

  test("30 are accepted, the others are asked to wait, and no other patient is affected", async () => {
    const [patient, otherPatient] = [await patientWithConversations(server), await patientWithConversations(server)];
    // The limiter uses these: the minute lasts until all are sent, however slow the machine is.
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
    const statuses: number[] = [];
    const refusals = new Set<string>();
    const otherStatuses: number[] = [];
    const sender = async (from: number) => {
      for (let n = from; n < 200; n += 20) {
        const { status, problem } = await sendAsPatient(server, patient, patient.doctorConversationId, {
          message: `again ${n}`,
        });
        statuses.push(status);
        if (status !== 201) refusals.add(problem.message);
      }
    };
    const other = async () => {
      for (let n = 0; n < 20; n += 1)
        otherStatuses.push(
          (await sendAsPatient(server, otherPatient, otherPatient.doctorConversationId, { message: `calm ${n}` }))
            .status,
        );
    };
    await Promise.all([...Array.from({ length: 20 }, (_, n) => sender(n)), other()]);
    expect(otherStatuses).toEqual(Array.from({ length: 20 }, () => 201));
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    // By either limit in the same words: that of what is sent, and then that of what is tried.
    const { toomany } = server.services.content.messages.sends;
    expect([...refusals]).toEqual([toomany]);
    expect((await textsOf(patient)).length).toBe(30);
    const { status, problem, headers } = await sendAsPatient(server, patient, patient.doctorConversationId, {
      message: "and again",
    });
    expect([status, problem.message]).toEqual([429, toomany]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});
