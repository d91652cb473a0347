import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import {
  conversationsOf,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  allMessages,
} from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const answer = async (patient: PatientWithConversations, mid: string, id = patient.doctorConversationId) =>
  server.call(
    messages.answerAction,
    { params: { id, mid }, body: { actionstatus: "ANSWERED" } },
    { token: await tokenOf(server, patient) },
  );
const sendReviewMessage = (patient: PatientWithConversations, needsreply = false) =>
  sendAsClinic(server, patient.doctorConversationId, {
    message: "How are you?",
    type: "prescription_followup",
    needsreply,
  });

describe("§3 a message that asks for an action", () => {
  test("is pending, then answered; answering it again changes nothing", async () => {
    const patient = await patientWithConversations(server);
    const { ok: asked } = await sendReviewMessage(patient);
    expect(asked).toMatchObject({ type: "prescription_followup", actionstatus: "PENDING" });
    const { status, ok } = await answer(patient, asked.id);
    expect([status, ok]).toEqual([200, { ...asked, actionstatus: "ANSWERED" }]);
    expect((await answer(patient, asked.id)).ok).toEqual(ok);
    expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([ok]);
  });

  test("answering it counts as the awaited reply; a second message that awaits one still does", async () => {
    const patient = await patientWithConversations(server);
    const needsReply = async () => (await conversationsOf(server, patient))[0]?.needsreply;
    const [{ ok: first }, { ok: second }] = [
      await sendReviewMessage(patient, true),
      await sendReviewMessage(patient, true),
    ];
    await answer(patient, first.id);
    expect(await needsReply()).toBe(true);
    await answer(patient, second.id);
    expect(await needsReply()).toBe(false);
  });

  test("answering it answers nothing that the other conversation asks", async () => {
    const patient = await patientWithConversations(server);
    const { ok: asked } = await sendReviewMessage(patient, true);
    await sendAsClinic(server, patient.servicesConversationId, { message: "Which address?", needsreply: true });
    await answer(patient, asked.id);
    const { ok } = await server.call(account.user, {}, { token: await tokenOf(server, patient) });
    const conversations = await conversationsOf(server, patient);
    expect([ok.needspatientreply, conversations.map(({ needsreply }) => needsreply)]).toEqual([true, [false, true]]);
  });

  test("ids in capitals are accepted", async () => {
    const patient = await patientWithConversations(server);
    const { ok: asked } = await sendReviewMessage(patient);
    const { status, ok } = await answer(patient, asked.id.toUpperCase(), patient.doctorConversationId.toUpperCase());
    expect([status, ok]).toEqual([200, { ...asked, actionstatus: "ANSWERED" }]);
  });

  test("a message that asks for no action cannot be answered", async () => {
    const patient = await patientWithConversations(server);
    const { ok } = await sendAsClinic(server, patient.doctorConversationId, { message: "Good morning" });
    const { status, problem } = await answer(patient, ok.id);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
  });

  test("another patient's message, one of another conversation and an unknown id are not found", async () => {
    const [patient, other] = [await patientWithConversations(server), await patientWithConversations(server)];
    const { ok: othersMessage } = await sendReviewMessage(other);
    const { ok: ownMessage } = await sendReviewMessage(patient);
    for (const attempt of [
      answer(patient, othersMessage.id),
      answer(patient, othersMessage.id, other.doctorConversationId),
      answer(patient, ownMessage.id, patient.servicesConversationId),
      answer(patient, newId()),
    ])
      expect((await attempt).problem).toMatchObject({ code: "not_found" });
    expect((await allMessages(server, other, other.doctorConversationId))[0]?.actionstatus).toBe("PENDING");
  });
});
