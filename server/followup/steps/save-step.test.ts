import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { loadAnswers } from "../answers.ts";
import {
  sendFollowupTo,
  patientWithFollowup,
  back,
  check,
  goThrough,
  open,
  save,
  patientWithVisitAnswers,
} from "../testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

describe("§4 Follow-up modal: its steps", () => {
  test("§3 the five views and the exit modal, in order, with the patient's doctor", async () => {
    const patient = await patientWithFollowup(server);
    const shown = await goThrough(server, patient, { overall: "same", form: "unsure" });
    expect(shown.map(({ questions: [first] }) => [first?.type, first?.answertype, first?.treatmentoption])).toEqual([
      ["modal", "nothing", null],
      ["modal", "nothing", null],
      ["modal", "single", null],
      ["modal", "single", "symptom"],
      ["modal", "array", "sideeffect"],
      ["modal", "single", null],
      ["treatmentform", "single", null],
      ["modal", "single", null],
      ["modal", "array", null],
      ["modal", "array", null],
      ["modal", "others", null],
      ["modal", "text", null],
      ["exitmodal", "nothing", null],
    ]);
    expect(shown[0]?.questions[0]).toMatchObject({
      title: expect.stringContaining("Rosa"),
      description: expect.stringContaining("Dr. "),
      doctor: { lastname: expect.stringMatching(/\w/), profileUrl: expect.stringMatching(/^\//) },
    });
    expect(shown.map(({ stepsleft }) => stepsleft)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(shown.map(({ previousstep }) => previousstep)).toEqual([null, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(shown.at(-1)).toMatchObject({ nextstep: -1, complete: true });
  });

  test("an answer may skip steps: a patient who feels better is not asked about a change", async () => {
    const patient = await patientWithFollowup(server);
    const shown = await goThrough(server, patient, { overall: "better" });
    expect(shown.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11, 12]);
    expect((await open(server, patient, 7)).problem.code).toBe("step_ahead");
  });

  test("each answer is saved: another device continues at the same step, with the earlier answers", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { still_using: "mostly" }, 4);
    const { ok } = await server.call(auth.signIn, {
      body: { email: patient.email, password: patient.password, role: "PATIENT" },
    });
    const { ok: claimResult } = await server.call(followup.check, {}, { token: ok.idToken });
    expect(claimResult).toMatchObject({ id: patient.followupId, followupstatus: "CLAIMED", step: 4 });
    expect((await open(server, patient, 2)).ok.questions[0]?.answer).toBe("mostly");
  });

  test("back fetches the previous question with its answer; on the first one it stays", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 3);
    expect((await back(server, patient, 3)).ok).toMatchObject({ step: 2, questions: [{ answer: "always" }, {}] });
    expect((await back(server, patient, 0)).ok).toMatchObject({ step: 0, previousstep: null });
    expect((await back(server, patient, 5)).problem.code).toBe("step_ahead");
  });

  test("a step ahead of the patient is refused, and an unknown one is not found", async () => {
    const patient = await patientWithFollowup(server);
    expect((await open(server, patient, 5)).problem.code).toBe("step_ahead");
    const { status, problem } = await save(server, patient, 5, { overall: "better" });
    expect([status, problem.code]).toEqual([403, "step_ahead"]);
    expect((await open(server, patient, 57)).problem.code).toBe("not_found");
  });

  test("an answer changed later counts and changes the path, and the earlier one stays on record", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { overall: "same" }, 9);
    const { ok } = await save(server, patient, 5, { overall: "better" });
    expect([ok.step, ok.previousstep]).toEqual([9, 5]);
    expect((await check(server, patient)).ok.step).toBe(9);
    expect((await open(server, patient, 6)).problem.code).toBe("step_ahead");
    const stored = (await loadAnswers(server.services, [{ id: patient.followupId }])).get(patient.followupId) ?? [];
    const answerHistory = stored.filter(({ questionId }) => ["overall", "form"].includes(questionId));
    expect(answerHistory.map(({ value }) => value)).toEqual(["same", answerHistory[1]?.value, "better"]);
  });

  test("an inline answer opens a second question on the same screen, and both together lead on", async () => {
    const patient = await patientWithFollowup(server);
    const shown = await goThrough(server, patient, {}, 5);
    const first = shown.at(-1)?.questions[0];
    expect(first?.answerlist.filter(({ inline }) => inline).map(({ id }) => id)).toEqual(["worse"]);
    const { ok: same } = await save(server, patient, 5, { overall: "worse" });
    expect(same).toMatchObject({
      step: 5,
      questions: [{ answer: "worse" }, { id: "what_is_worse", requiredifvalue: "worse", answer: null }],
    });
    expect((await check(server, patient)).ok.step).toBe(5);
    const { ok: next } = await save(server, patient, 5, { what_is_worse: "My sleep" });
    expect(next.step).toBe(6);
    expect((await save(server, patient, 5, { overall: "worse", what_is_worse: "My skin" })).ok.step).toBe(6);
  });

  test("symptoms can be answered one by one; the step ends with the last", async () => {
    const patient = await patientWithFollowup(server);
    const shown = await goThrough(server, patient, {}, 3);
    const ids = shown.at(-1)?.questions.map(({ id }) => id) ?? [];
    expect(ids).toEqual(["hot_flashes", "night_sweats"]);
    expect((await save(server, patient, 3, { [ids[0] ?? ""]: "1" })).ok.step).toBe(3);
    expect((await save(server, patient, 3, { [ids[1] ?? ""]: "4" })).ok.step).toBe(4);
  });
});

describe("§3 the patient's previous answers", () => {
  test("the patient is asked about the symptoms of the visit, the worst first, and a few others, with the earlier answers", async () => {
    const patient = await patientWithVisitAnswers(server, { hot_flashes: "4", poor_sleep: "3", worry: "2" });
    const shown = await goThrough(server, patient, {}, 3);
    const questions = shown.at(-1)?.questions ?? [];
    expect(questions.map(({ id }) => id)).toEqual([
      ...["hot_flashes", "poor_sleep", "night_sweats", "worry"],
      ...["low_mood", "low_energy"],
    ]);
    expect(questions[0]).toMatchObject({
      question: expect.stringMatching(/\w/),
      lasttime: { answer: "4", at: expect.any(String) },
    });
    expect(questions[0]?.answerlist.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4"]);
  });

  test("the next follow-up builds on the previous one", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { hot_flashes: "3", night_sweats: "0", side_effects: ["bloating"] });
    server.clock.advance(60_000);
    const again = await sendFollowupTo(server, patient);
    expect(again.followupId).not.toBe(patient.followupId);
    const shown = await goThrough(server, again, {}, 4);
    expect(shown[3]?.questions.map(({ id, lasttime }) => [id, lasttime?.answer])).toEqual([
      ["hot_flashes", "3"],
      ["night_sweats", "0"],
      ["poor_sleep", undefined],
    ]);
    expect(shown[4]?.questions[0]?.lasttime?.answer).toEqual(["bloating"]);
  });
});

describe("decisions §5 an emergency among the side effects", () => {
  test.each([
    ["chest_pain", "chest_pain_now", "tel:911"],
    ["dark_thoughts", "self_harm_thoughts", "tel:988"],
  ])("%s is answered with where to get help now; the answer is saved", async (option, rule, href) => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 4);
    const { ok } = await save(server, patient, 4, { side_effects: [option, "headache"] });
    expect(ok).toMatchObject({ step: 5, stop: { ruleid: rule, kind: "emergency" } });
    expect(ok.stop?.actions[0]?.href).toBe(href);
    expect((await open(server, patient, 4)).ok.questions[0]?.answer).toEqual([option, "headache"]);
  });

  test("a doctor sees it at once, also when the patient stops there or takes it back", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 4);
    await save(server, patient, 4, { side_effects: ["leg_clot"] });
    const found = async () =>
      (await server.call(care.followups, { query: {} }, { apiKey })).ok.items.find(
        ({ id }) => id === patient.followupId,
      );
    expect(await found()).toMatchObject({ completedat: null, flags: [{ level: "emergency" }] });
    await save(server, patient, 4, { side_effects: ["none"] });
    expect((await found())?.flags).toEqual([
      { id: "side_effects.leg_clot", level: "emergency", text: expect.stringContaining("changed their answers") },
    ]);
    expect(server.logged()).toContain("an emergency was told");
    const line = server
      .logged()
      .split("\n")
      .find((each) => each.includes("an emergency was told"));
    expect(line).not.toContain(patient.followupId);
    expect(line).not.toContain(patient.id);
  });
});
