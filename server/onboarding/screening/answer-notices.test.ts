import { beforeAll, describe, expect, test } from "vitest";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { answerVisit, putStep, readOnboardingRecord } from "../testing/answers.ts";
import { recordedHits } from "./hit-queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function patientAt(step: number): Promise<TestPatient> {
  const patient = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token: patient.token });
  await answerVisit(server, patient, { until: step });
  return patient;
}

const ask = ({ token }: TestPatient, n: number, body: { answers?: Answer[]; birthday?: string }) =>
  server.call(onboarding.answerNotices, { params: { n }, body }, { token });

const given = (answers: Readonly<Record<string, string | string[]>>): Answer[] =>
  Object.entries(answers).map(([questionid, answer]) => ({ questionid, answer }));

describe("§5 a notice stands beside the answer that raised it", () => {
  test("as the answer is given, before it is saved", async () => {
    const patient = await patientAt(2.3);
    const { ok } = await ask(patient, 2.3, { answers: given({ conditions: ["lupus", "thyroid"], liver: "no" }) });
    expect(ok.items).toEqual([
      { questionid: "conditions", text: expect.stringMatching(/lupus/i) },
      { questionid: "conditions", text: expect.stringMatching(/thyroid/i) },
    ]);
  });

  test("nothing is stored: no answer, no flag for the doctor, no stop", async () => {
    const patient = await patientAt(2.3);
    const { db } = server.services;
    const answersOf = () =>
      db.selectFrom("health_answer").selectAll().where("patient_id", "=", patient.id).orderBy("id").execute();
    const before = { answers: await answersOf(), record: await readOnboardingRecord(server, patient) };
    await ask(patient, 2.3, { answers: given({ conditions: ["lupus"] }) });
    const stopping = await ask(patient, 2.3, { answers: given({ conditions: ["lupus"], liver: "active" }) });
    expect(stopping.ok.items, "the stop speaks, once the answers are saved").toEqual([]);
    expect({ answers: await answersOf(), record: await readOnboardingRecord(server, patient) }).toEqual(before);
    expect((await recordedHits(db, patient.id)).filter(({ rule_id }) => rule_id === "lupus")).toEqual([]);
  });

  test("it is there again for a patient who comes back to the answer, and saving raises it once", async () => {
    const patient = await patientAt(2.4);
    const answers = given({ conditions: ["lupus"] });
    const saved = await putStep(server, patient, 2.3, { answers });
    expect(saved.notices.map(({ questionid }) => questionid)).toEqual(["conditions"]);
    expect((await putStep(server, patient, 2.3, { answers })).notices).toEqual([]);
    expect((await ask(patient, 2.3, { answers })).ok.items).toEqual(saved.notices);
  });

  test("of two answers it takes, it stands at the one asked last; of two that each raise it, at the first", async () => {
    const patient = await patientAt(2.8);
    const weight = await ask(patient, 2.7, { answers: given({ height: "60", weight: "250" }) });
    expect(weight.ok.items.map(({ questionid }) => questionid)).toEqual(["weight"]);
    await putStep(server, patient, 2.3, { answers: given({ conditions: ["high_blood_pressure"] }) });
    const medicines = await ask(patient, 2.5, { answers: given({ watch_medicines: ["blood_pressure"] }) });
    expect(medicines.ok.items, "said already beside the earlier answer").toEqual([]);
  });

  test("a birthday raises one beside no question", async () => {
    const patient = await patientAt(2);
    const { ok } = await ask(patient, 1.5, { birthday: "1955-02-03" });
    expect(ok.items).toEqual([{ questionid: null, text: expect.stringContaining("at 60 or later") }]);
    expect((await ask(patient, 1.5, { birthday: "1974-05-06" })).ok.items).toEqual([]);
    expect((await ask(patient, 1.5, { birthday: "2020-01-01" })).status).toBe(400);
  });

  test("a step ahead and an answer of another step are refused; where the visit has stopped, the stop speaks", async () => {
    const patient = await patientAt(2.3);
    expect((await ask(patient, 2.5, { answers: [] })).problem.code).toBe("step_ahead");
    expect((await ask(patient, 2.3, { answers: given({ smoking: "yes" }) })).status).toBe(400);
    await putStep(server, patient, 2.3, { answers: given({ liver: "active" }) });
    expect((await ask(patient, 2.3, { answers: [] })).ok).toEqual({ items: [] });
  });

  test("the step names the questions to ask about", async () => {
    const patient = await patientAt(2.8);
    const view = async (n: number) =>
      (await server.call(onboarding.step, { params: { n } }, { token: patient.token })).ok.noticequestions;
    expect(await view(2.7)).toEqual(expect.arrayContaining(["height", "weight"]));
    expect(await view(2.6)).not.toContain("hot_flashes");
  });
});
