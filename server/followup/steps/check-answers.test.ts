import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import type { AnswerOverrides } from "../testing/answers.ts";
import { patientWithFollowup, check, goThrough, open, save } from "../testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const firstSymptom = "hot_flashes";

describe("§5 answers are checked against their question", () => {
  test.each<[string, number, AnswerOverrides, string, RegExp]>([
    ["an unknown option", 2, { still_using: "sometimes" }, "answers.0.answer", /choose one/],
    ["a list for one answer", 2, { still_using: ["always"] }, "answers.0.answer", /one answer/],
    ["no answer", 2, { still_using: "" }, "answers.0.answer", /answer this question/],
    ["a question of another step", 2, { overall: "better" }, "answers.0.questionid", /doesn't belong here/],
    [
      "a second question nobody opened",
      2,
      { still_using: "always", why_stopped: "Tired" },
      "answers.1.questionid",
      /doesn't belong here/,
    ],
    [
      "an empty text",
      2,
      { still_using: "stopped", why_stopped: "  " },
      "answers.1.answer",
      /^The text field cannot be empty$/,
    ],
    ["words where nothing is asked", 1, { your_doctor: "Hello" }, "answers.0.answer", /don't need to answer/],
    ["“none” beside another", 4, { side_effects: ["none", "bloating"] }, "answers.0.answer", /None of these/],
    ["the same option twice", 4, { side_effects: ["bloating", "bloating"] }, "answers.0.answer", /once/],
    ["nothing chosen", 4, { side_effects: [] }, "answers.0.answer", /answer this question/],
    ["more than the scale has", 3, { [firstSymptom]: "5" }, "answers.0.answer", /choose one/],
  ])("%s is refused at its field", async (_, step, answers, path, message) => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, step);
    const { status, problem } = await save(server, patient, step, answers);
    expect([status, problem.code, problem.details?.fields?.map((field) => field.path)]).toEqual([
      400,
      "bad_request",
      [path],
    ]);
    expect(problem.details?.fields?.[0]?.message).toMatch(message);
    expect((await check(server, patient)).ok.step).toBe(step);
  });

  test("two answers to one question are refused", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 2);
    const answers = ["always", "mostly"].map((answer) => ({ questionid: "still_using", answer }));
    const { problem } = await save(server, patient, 2, { body: { answers } });
    expect(problem.details?.fields).toEqual([
      { path: "answers.1.questionid", message: "Please answer each question just once." },
    ]);
  });

  test("a single answer may come without a list, and a list may come with the patient's own words", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 2);
    expect((await save(server, patient, 2, { body: { questionid: "still_using", answer: "always" } })).ok.step).toBe(3);
    await goThrough(server, patient, {}, 10);
    const own = { questionid: "first_wish", answer: [], others: " My weight " };
    expect((await save(server, patient, 10, { body: { answers: [own] } })).ok.step).toBe(11);
    expect((await open(server, patient, 10)).ok.questions[0]).toMatchObject({ answer: [], others: "My weight" });
    const none = { questionid: "first_wish", answer: [], others: "  " };
    expect((await save(server, patient, 10, { body: { answers: [none] } })).status).toBe(400);
  });

  test("neither what the patient wrote nor the question it answers is stored in clear", async () => {
    const patient = await patientWithFollowup(server);
    const note = "Marshwrenqo words";
    await goThrough(server, patient, { note });
    const rows = await server.services.db
      .selectFrom("followup_answer")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .execute();
    const sealed = rows.map(({ value_sealed }) => Buffer.from(value_sealed).toString("utf8")).join();
    expect(sealed).not.toContain("Marshwren");
    expect(JSON.stringify(rows.map((row) => ({ ...row, value_sealed: null })))).not.toMatch(/note|side_effects|hot/);
    expect(server.logged()).not.toContain("Marshwren");
  });
});
