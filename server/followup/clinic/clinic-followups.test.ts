import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { conversationsOf, sendAsPatient, allMessages } from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import {
  sendFollowupTo,
  patientWithFollowup,
  codeOf,
  goThrough,
  save,
  patientWithVisitAnswers,
} from "../testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const send = ({ id }: TestPatient, code?: string) =>
  server.call(care.sendFollowup, { params: { id }, body: code === undefined ? {} : { code } }, { apiKey });
const result = (id: string) => server.call(care.followupResult, { params: { id } }, { apiKey });
const close = (id: string, body: { note?: string; doctorid?: string; revision?: string } = {}) =>
  server.call(care.closeFollowup, { params: { id }, body }, { apiKey });
const doctorsThread = async (patient: TestPatient) => {
  const [doctors] = await conversationsOf(server, patient);
  return { doctors, items: await allMessages(server, patient, doctors?.id ?? "") };
};

describe("decisions §11 the practice sends a follow-up", () => {
  test("once: an open one is returned unchanged, also for fifty requests at once", async () => {
    const patient = await inCare(server);
    const code = await codeOf(server, 30);
    const all = await Promise.all(Array.from({ length: 50 }, () => send(patient, code)));
    expect(
      new Set(all.map(({ status, ok }) => `${status} ${ok.followupid} ${ok.followupstatus} ${ok.code}`)).size,
    ).toBe(1);
    expect(all[0]).toMatchObject({ status: 201, ok: { followupstatus: "SENT", code } });
    expect((await send(patient)).ok).toEqual(all[0]?.ok);
    const { items } = await doctorsThread(patient);
    expect(items.filter(({ type }) => type === "prescription_followup")).toHaveLength(1);
  });

  test("not without an approved plan, with an unknown code or into a closed conversation", async () => {
    expect((await send(await handedOver(server))).problem.code).toBe("wrong_state");
    const patient = await inCare(server);
    expect((await send(patient, "NOSUCH-CODE")).problem.code).toBe("coupon_not_found");
    const { doctors } = await doctorsThread(patient);
    await server.call(care.openConversation, { params: { id: doctors?.id ?? "" }, body: { open: false } }, { apiKey });
    expect((await send(patient)).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("closed"),
    });
    expect((await send({ ...patient, id: newId() })).problem.code).toBe("not_found");
  });

  test("what the patient asked before still awaits its answer", async () => {
    const patient = await inCare(server);
    const { doctors } = await doctorsThread(patient);
    await sendAsPatient(server, patient, doctors?.id ?? "", { message: "Where is my order?" });
    await send(patient);
    const { ok } = await server.call(care.patientConversations, { params: { id: patient.id } }, { apiKey });
    expect(ok.items.find(({ kind }) => kind === "doctor")?.waitingsince).not.toBeNull();
  });

  test("§8 its mail contains no health word", async () => {
    const patient = await inCare(server);
    await server.jobs.drain();
    await send(patient);
    server.clock.advance(11 * 60_000);
    await server.jobs.handleSchedules();
    await server.jobs.drain();
    const mails = (await server.mailbox.list()).filter(
      ({ to, text }) => to === patient.email && text.includes("you have a new message"),
    );
    expect(mails).toHaveLength(1);
    const words = mails.map(({ subject, text }) => `${subject} ${text.replaceAll(/https?:\S+/g, "")}`).join();
    expect(words).not.toMatch(/doctor|plan|treatment|review|question/i);
  });
});

describe("decisions §11 the patient's answers, as the doctor reads them", () => {
  test("the patient's words and answers, how each symptom changed, and what must not be missed", async () => {
    const patient = await patientWithVisitAnswers(server, { hot_flashes: "4", night_sweats: "1" });
    await goThrough(server, patient, {
      hot_flashes: "1",
      night_sweats: "3",
      side_effects: ["bleeding", "rash"],
      overall: "worse",
      what_is_worse: "The nights",
      form: "keep",
    });
    const { status, ok } = await result(patient.followupId);
    expect(status).toBe(200);
    expect(ok).toMatchObject({ id: patient.followupId, patient: { id: patient.id }, rating: null, closedat: null });
    expect(ok.completedat).not.toBeNull();
    expect(ok.contentversion).toBe(server.services.content.followup.version);
    const answered = new Map(ok.answers.map((each) => [each.questionid, each]));
    expect(answered.get("overall")).toMatchObject({
      question: "Overall, how do you feel on your treatment?",
      value: "worse",
      answer: "Worse",
    });
    expect(answered.get("what_is_worse")?.answer).toBe("The nights");
    expect(answered.get("side_effects")?.answer).toBe("Bleeding I didn't expect, A rash or itching");
    expect([...answered.keys()]).not.toContain("welcome");
    expect(ok.symptoms.find(({ id }) => id === "hot_flashes")).toEqual({
      id: "hot_flashes",
      name: "Hot flashes",
      before: 4,
      now: 1,
    });
    expect(ok.flags.map(({ id, level }) => [id, level])).toEqual([
      ["night_sweats", "clinician"],
      ["side_effects.bleeding", "clinician"],
      ["overall.worse", "clinician"],
      ["side_effects.rash", "info"],
    ]);
    expect(ok.flags.find(({ id }) => id === "night_sweats")?.text).toBe("Night sweats got worse: 1 before, 3 now.");
  });

  test("answers that are no longer on the patient's path are marked", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { overall: "same", form: "unsure" }, 9);
    await save(server, patient, 5, { overall: "better" });
    await goThrough(server, patient);
    const { ok } = await result(patient.followupId);
    expect(ok.answers.filter(({ withdrawn }) => withdrawn).map(({ questionid }) => questionid)).toEqual([
      "form",
      "11",
      "method_change",
    ]);
    expect(ok.flags.map(({ id }) => id)).toEqual(["11.yes"]);
  });

  test("what was answered after it was read isn't closed unread", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { side_effects: ["chest_pain"] }, 5);
    const { revision, completedat } = (await result(patient.followupId)).ok;
    expect(completedat).toBeNull();
    await save(server, patient, 4, { side_effects: ["chest_pain", "headache"] });
    const refused = await close(patient.followupId, { revision, note: "Please call us." });
    expect([refused.status, refused.problem.code]).toEqual([409, "conflict"]);
    const { ok: now } = await result(patient.followupId);
    expect([now.closedat, now.revision === revision]).toEqual([null, false]);
    const { items } = await doctorsThread(patient);
    expect(items.some(({ message }) => message === "Please call us.")).toBe(false);
    expect((await close(patient.followupId, { revision: now.revision })).status).toBe(200);
  });

  test("the record lists each with where it stands, newest first", async () => {
    const patient = await patientWithFollowup(server);
    const inRecord = async () =>
      (await server.call(care.patient, { params: { id: patient.id } }, { apiKey })).ok.followups;
    const unanswered = { status: "not_answered", completedat: null, waitingsince: null, closedat: null };
    expect(await inRecord()).toEqual([{ id: patient.followupId, sentat: expect.any(String), ...unanswered }]);
    await goThrough(server, patient);
    const [answered] = (await inRecord()) ?? [];
    expect(answered).toMatchObject({ status: "to_read", completedat: answered?.waitingsince, closedat: null });
    await close(patient.followupId);
    server.clock.advance(60_000);
    const next = await sendFollowupTo(server, patient);
    const listed = await inRecord();
    expect(listed?.map(({ id, status }) => [id, status])).toEqual([
      [next.followupId, "not_answered"],
      [patient.followupId, "read"],
    ]);
    expect(listed?.[1]).toMatchObject({ waitingsince: null, closedat: expect.any(String) });
  });

  test("is listed until a doctor has read it, longest wait first", async () => {
    const [first, second, unfinished] = [
      await patientWithFollowup(server),
      await patientWithFollowup(server),
      await patientWithFollowup(server),
    ];
    for (const patient of [second, first]) {
      await goThrough(server, patient);
      server.clock.advance(1000);
    }
    const listed = async () =>
      (await server.call(care.followups, { query: {} }, { apiKey })).ok.items
        .map(({ id }) => id)
        .filter((id) => [first, second, unfinished].some(({ followupId }) => followupId === id));
    expect(await listed()).toEqual([second.followupId, first.followupId]);
    expect((await close(second.followupId)).ok.closedat).not.toBeNull();
    expect(await listed()).toEqual([first.followupId]);
    expect((await result(second.followupId)).status).toBe(200);
  });

  test("is not available before the patient has finished, nor for an unknown id", async () => {
    const patient = await patientWithFollowup(server);
    expect((await result(patient.followupId)).problem.code).toBe("wrong_state");
    expect((await close(patient.followupId)).problem.code).toBe("wrong_state");
    expect((await result(newId())).problem.code).toBe("not_found");
    expect((await close(newId())).problem.code).toBe("not_found");
  });

  test("the doctor's note reaches the patient as a message, once", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    const all = await Promise.all([
      close(patient.followupId, { note: "Well done." }),
      close(patient.followupId, { note: "Well done." }),
    ]);
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { items } = await doctorsThread(patient);
    expect(items.filter(({ message }) => message === "Well done.")).toMatchObject([{ sender: { role: "doctor" } }]);
  });

  test("a doctor who may not practise in the patient's state is refused", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    const doctorElsewhere = server.services.content.doctors.find(({ states }) => !states.includes("IA"));
    const { problem } = await close(patient.followupId, { doctorid: doctorElsewhere?.id ?? "nobody" });
    expect(["wrong_state", "bad_request"]).toContain(problem.code);
    expect((await result(patient.followupId)).ok.closedat).toBeNull();
  });

  test("an emergency that was read is listed again with the rest when the patient continues", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 4);
    await save(server, patient, 4, { side_effects: ["chest_pain"] });
    expect((await close(patient.followupId, { note: "Please call 911 now." })).status).toBe(200);
    await goThrough(server, patient);
    const { ok } = await result(patient.followupId);
    expect([ok.closedat, ok.flags[0]?.level]).toEqual([null, "emergency"]);
  });

  test("a patient who gets a second follow-up has two results", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    const again = await sendFollowupTo(server, patient, null);
    await goThrough(server, again);
    expect((await result(again.followupId)).ok.id).not.toBe((await result(patient.followupId)).ok.id);
  });
});
