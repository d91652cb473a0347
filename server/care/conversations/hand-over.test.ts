import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import {
  allMessages,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let nurse: StaffPerson;
let second: StaffPerson;
let services: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  [nurse, second] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
  services = await signedInStaff(server, ["patient_services"]);
});
afterAll(() => server.close());

/** Ten minutes in which all work on something else. */
async function pass() {
  server.clock.advance(10 * 60_000);
  for (const { browser } of [nurse, second, services]) await browser.call(staff.claims, {});
}
const ask = async (rosa: PatientWithConversations, id: string, message = "Where is my package?") => {
  server.clock.advance(1000);
  return (await sendAsPatient(server, rosa, id, { message })).ok;
};
async function asked() {
  const rosa = await patientWithConversations(server);
  return { rosa, question: await ask(rosa, rosa.doctorConversationId) };
}
const handOver = (by: StaffPerson, id: string, seq: number, { note = "About a delivery.", key = newId() } = {}) =>
  by.browser.call(care.handOverConversation, { params: { id }, body: { note, seq } }, { key });
const conversation = async (id: string) => (await server.call(care.conversation, { params: { id } }, { apiKey })).ok;
const waits = async ({ doctorConversationId, servicesConversationId }: PatientWithConversations) => ({
  doctor: (await conversation(doctorConversationId)).waitingsince,
  services: (await conversation(servicesConversationId)).waitingsince,
});
const release = (by: StaffPerson, id: string) =>
  by.browser.call(staff.release, { params: { kind: "conversation", id } });

describe("decisions §11 a question is handed from the doctor's side to patient services, or back", () => {
  it("it waits on the other side since the patient asked, and the patient reads one calm sentence in each", async () => {
    const { rosa, question } = await asked();
    await nurse.browser.call(care.assignConversation, {
      params: { id: rosa.doctorConversationId },
      body: { memberid: nurse.id },
    });
    await pass();
    const { status, ok } = await handOver(nurse, rosa.doctorConversationId, question.seq);
    expect([status, ok]).toMatchObject([201, { waitingsince: null, assignee: null }]);
    expect(await waits(rosa)).toEqual({ doctor: null, services: question.createdat });
    const texts = async (id: string) =>
      (await allMessages(server, rosa, id)).filter(({ type }) => type === "system").map(({ message }) => message);
    expect(await texts(rosa.doctorConversationId)).toEqual([server.services.content.messages.handover.patientservices]);
    expect(await texts(rosa.servicesConversationId)).toEqual([server.services.content.messages.handover.received]);
    await server.jobs.drain();
    const list = (await services.browser.call(care.conversations, { query: {} })).ok.items;
    expect(list.find(({ id }) => id === rosa.servicesConversationId)?.waitingsince).toBe(question.createdat);
  });

  it("the wait is never reset: not by the hand-over, not by handing it back, not by more words", async () => {
    const { rosa, question } = await asked();
    await handOver(nurse, rosa.doctorConversationId, question.seq);
    await pass();
    await ask(rosa, rosa.servicesConversationId, "Hello?");
    const { lastseq } = await conversation(rosa.servicesConversationId);
    await handOver(services, rosa.servicesConversationId, lastseq, { note: "This one is for you." });
    expect(await waits(rosa)).toEqual({ doctor: question.createdat, services: null });
    await sendAsClinic(server, rosa.doctorConversationId, { message: "It left today." });
    expect(await waits(rosa)).toEqual({ doctor: null, services: null });
  });

  it("an answer whose writer had not seen it leaves it waiting: nothing handed over gets lost", async () => {
    const { rosa, question } = await asked();
    const own = await ask(rosa, rosa.servicesConversationId, "Can I change my address?");
    await handOver(nurse, rosa.doctorConversationId, question.seq);
    await sendAsClinic(server, rosa.servicesConversationId, { message: "In your account.", answersseq: own.seq });
    expect((await waits(rosa)).services).toBe(question.createdat);
    await sendAsClinic(server, rosa.servicesConversationId, { message: "It left today.", answersseq: own.seq + 1 });
    expect((await waits(rosa)).services).toBeNull();
  });

  it("the other side goes on waiting since its own question, where that is the older one", async () => {
    const rosa = await patientWithConversations(server);
    const own = await ask(rosa, rosa.servicesConversationId, "Can I change my address?");
    const question = await ask(rosa, rosa.doctorConversationId);
    await handOver(nurse, rosa.doctorConversationId, question.seq);
    expect(await waits(rosa)).toEqual({ doctor: null, services: own.createdat });
  });

  it("what the patient wrote in between stays where it was written", async () => {
    const { rosa, question } = await asked();
    const later = await ask(rosa, rosa.doctorConversationId, "And one more thing");
    await handOver(nurse, rosa.doctorConversationId, question.seq);
    expect(await waits(rosa)).toEqual({ doctor: later.createdat, services: question.createdat });
    // Also where it's worked out anew from what was written.
    const params = { id: rosa.doctorConversationId };
    for (const open of [false, true]) await server.call(care.openConversation, { params, body: { open } }, { apiKey });
    expect((await waits(rosa)).doctor).toBe(later.createdat);
  });

  it("closed and reopened, both sides wait for what they waited for", async () => {
    const { rosa, question } = await asked();
    await handOver(nurse, rosa.doctorConversationId, question.seq);
    for (const id of [rosa.doctorConversationId, rosa.servicesConversationId])
      for (const open of [false, true])
        await server.call(care.openConversation, { params: { id }, body: { open } }, { apiKey });
    expect(await waits(rosa)).toEqual({ doctor: null, services: question.createdat });
  });

  it("the note is read by both sides, sealed, and never by the patient", async () => {
    const { rosa, question } = await asked();
    const note = "Please say when parcel 4711 comes.";
    await handOver(nurse, rosa.doctorConversationId, question.seq, { note });
    const read = await services.browser.call(care.handovers, { params: { id: rosa.servicesConversationId } });
    expect(read.ok.items).toMatchObject([{ from: "doctor", to: "patient_services", note, name: "Ines Falk", seq: 1 }]);
    const ours = await nurse.browser.call(care.handovers, { params: { id: rosa.doctorConversationId } });
    expect(ours.ok.items).toMatchObject([{ note, seq: question.seq + 1 }]);
    const messages = [
      ...(await allMessages(server, rosa, rosa.doctorConversationId)),
      ...(await allMessages(server, rosa, rosa.servicesConversationId)),
    ];
    expect(JSON.stringify(messages)).not.toContain("4711");
    const stored = await server.services.db.selectFrom("conversation_handover").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("4711");
  });

  it("patient services read nothing of the doctor's conversation by it: not the question, not its hand-overs", async () => {
    const rosa = await patientWithConversations(server);
    const question = await ask(rosa, rosa.doctorConversationId, "My hot flashes woke me, and where is my package?");
    await handOver(nurse, rosa.doctorConversationId, question.seq);
    const params = { id: rosa.doctorConversationId };
    await release(nurse, params.id);
    const refused = [
      await services.browser.call(care.handovers, { params }),
      await services.browser.call(care.conversationMessages, { params, query: {} }),
      await handOver(services, params.id, question.seq),
    ];
    expect(refused.map(({ problem }) => problem.code)).toEqual(["scope_missing", "scope_missing", "scope_missing"]);
    const id = rosa.servicesConversationId;
    const answers = [
      await services.browser.call(care.conversation, { params: { id } }),
      await services.browser.call(care.conversationMessages, { params: { id }, query: {} }),
      await services.browser.call(care.handovers, { params: { id } }),
      await services.browser.call(care.conversations, { query: {} }),
    ];
    expect(answers.map(({ raw }) => raw.payload).join()).not.toContain("flashes");
  });
});

describe("decisions §11 bad input: a hand-over", () => {
  it("a press repeated hands over once; a second one finds nothing that waits", async () => {
    const { rosa, question } = await asked();
    const key = newId();
    const answers = [
      await handOver(nurse, rosa.doctorConversationId, question.seq, { key }),
      await handOver(nurse, rosa.doctorConversationId, question.seq, { key }),
    ];
    expect(answers[1]?.ok).toEqual(answers[0]?.ok);
    expect((await handOver(nurse, rosa.doctorConversationId, question.seq)).problem.code).toBe("conflict");
    expect((await handOver(nurse, rosa.doctorConversationId, question.seq + 1)).problem.code).toBe("wrong_state");
    expect(await allMessages(server, rosa, rosa.servicesConversationId)).toHaveLength(1);
  });

  it("two people at once, one to answer and one to hand over: one of it happens", async () => {
    for (let race = 0; race < 5; race += 1) {
      const { rosa, question } = await asked();
      const id = rosa.doctorConversationId;
      const body = { message: "It left today.", answersseq: question.seq, seenseq: question.seq };
      const both = await Promise.all([
        handOver(nurse, id, question.seq),
        second.browser.call(care.sendMessage, { params: { id }, body }),
      ]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
      await Promise.all([release(nurse, id), release(second, id)]);
      // Also when nobody holds it any more: what the loser has on the screen is out of date.
      const late =
        both[0]?.status === 201
          ? await second.browser.call(care.sendMessage, { params: { id }, body }, { key: newId() })
          : await handOver(nurse, id, question.seq);
      expect(late.problem.code).toBe("conflict");
    }
  });

  it("not while an emergency is open: nobody at patient services may take care of it", async () => {
    const rosa = await patientWithConversations(server);
    const question = await ask(rosa, rosa.doctorConversationId, "I have chest pain and where is my package?");
    const { problem } = await handOver(nurse, rosa.doctorConversationId, question.seq);
    expect(problem).toMatchObject({ code: "wrong_state", message: expect.stringContaining("emergency") as string });
    expect((await waits(rosa)).doctor).toBe(question.createdat);
    const inServices = await patientWithConversations(server);
    const words = await ask(inServices, inServices.servicesConversationId, "I have chest pain right now");
    expect((await handOver(services, inServices.servicesConversationId, words.seq)).status).toBe(201);
    const { items } = (await nurse.browser.call(care.conversations, { query: {} })).ok;
    expect(items.slice(0, 6).map(({ id }) => id)).toContain(inServices.doctorConversationId);
  });

  it("not in a state without a chat with patient services, and not into a closed conversation", async () => {
    const there = await patientWithConversations(server, "TX");
    expect(there.servicesConversationId).toBe("");
    const question = await ask(there, there.doctorConversationId);
    const refused = await handOver(nurse, there.doctorConversationId, question.seq);
    expect(refused.problem.code).toBe("not_available_in_state");
    expect((await conversation(there.doctorConversationId)).waitingsince).toBe(question.createdat);
    const { rosa, question: other } = await asked();
    const params = { id: rosa.servicesConversationId };
    await server.call(care.openConversation, { params, body: { open: false } }, { apiKey });
    const { problem } = await handOver(nurse, rosa.doctorConversationId, other.seq);
    expect(problem).toMatchObject({ code: "wrong_state", message: expect.stringContaining("closed") as string });
    expect((await conversation(rosa.doctorConversationId)).waitingsince).toBe(other.createdat);
  });

  it("without a note, or with one too long, it is refused at the field", async () => {
    const { rosa, question } = await asked();
    for (const note of ["", " ", "a".repeat(501)]) {
      const { problem } = await handOver(nurse, rosa.doctorConversationId, question.seq, { note });
      expect(problem.details?.fields?.[0]?.path).toBe("note");
    }
  });
});
