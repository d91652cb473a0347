import { beforeAll, describe, expect, test } from "vitest";
import { flowVariants } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { findVisitRecord } from "../flow/record-queries.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";
import { answerVisit, answerStep, putStep, readOnboardingRecord } from "../testing/answers.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

describe("§3 flow variants", () => {
  test.each(flowVariants)("%s leads from sign-up to checkout in the order of its content", async (variant) => {
    const patient = await server.newPatient();
    await server.call(onboarding.overrideFlow, { body: { flow_variant: variant } }, { token: patient.token });
    const record = await answerVisit(server, patient);
    const flow = server.services.content.flows.find((each) => each.variant === variant);
    expect(record).toMatchObject({
      onboardingstep: 6,
      onboardingstatus: "PENDING",
      flow_variant: variant,
      redesign: flow?.theme === "redesign",
    });
    expect(record.steps).toEqual(flow?.steps.filter((step) => ![3.1, 5.1, 5.2].includes(step)));
    expect(record.stop).toBeNull();
  });

  describe("§4 redesign", () => {
    const redesignOf = async (variant: string | null) => {
      const patient = await server.newPatient();
      const { db } = server.services;
      await db.updateTable("onboarding").set({ flow_variant: variant }).where("patient_id", "=", patient.id).execute();
      const { redesign, flow_variant } = await readOnboardingRecord(server, patient);
      return { redesign, flow_variant };
    };
    test("is off for a variant of the practice's own, outside the list", async () => {
      const { content, db } = server.services;
      const [first] = content.flows;
      if (!first) throw new Error("The content has no flow");
      const flows = [...content.flows, { ...first, variant: "Z9", theme: "classic" as const }];
      const patient = await server.newPatient();
      const record = await findVisitRecord(db, patient.id);
      if (!record) throw new Error("The patient has no record");
      const services = { ...server.services, content: { ...content, flows } };
      const shown = await presentVisitRecord(services, { ...record, variant: "Z9" });
      expect(shown).toMatchObject({ redesign: false, flow_variant: "Z9" });
      expect(await presentVisitRecord(services, { ...record, variant: "C" })).toMatchObject({ redesign: true });
    });
    test.each([null, "X"])("is off with the unknown variant %j", async (variant) => {
      expect(await redesignOf(variant)).toEqual({ redesign: false, flow_variant: null });
    });
    test("is on for one of the list", async () => {
      expect(await redesignOf("F3v1")).toEqual({ redesign: true, flow_variant: "F3v1" });
    });
  });

  test("the progress never decreases on the way", async () => {
    const patient = await server.newPatient();
    const seen: number[] = [];
    for (
      let record = await readOnboardingRecord(server, patient);
      record.onboardingstep !== 6;
      record = await readOnboardingRecord(server, patient)
    ) {
      const { ok } = await server.call(onboarding.recordV2, {}, { token: patient.token });
      seen.push(ok.view?.progress ?? -1);
      const next = record.steps[record.steps.indexOf(record.onboardingstep) + 1];
      await answerVisit(server, patient, { until: next ?? 6 });
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(10);
    expect(Math.max(...seen)).toBeLessThan(1);
  });

  test("the variant of a patient is the same at every read and one of the content's", async () => {
    const patient = await server.newPatient();
    const [first, second] = [await readOnboardingRecord(server, patient), await readOnboardingRecord(server, patient)];
    expect(first.flow_variant).toBe(second.flow_variant);
    expect(flowVariants).toContain(first.flow_variant);
  });

  test("the flow switcher keeps the answers and finds the patient's place in the other order", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await answerVisit(server, patient, { until: 2.3 });
    const { ok } = await server.call(onboarding.overrideFlow, { body: { flow_variant: "F1" } }, { token });
    expect(ok).toMatchObject({ flow_variant: "F1", onboardingstep: 3 });
    await answerVisit(server, patient, { until: 2.3 });
    const { ok: view } = await server.call(onboarding.step, { params: { n: 2.2 } }, { token });
    expect(view.screens.every((screen) => screen.complete)).toBe(true);
  });

  test("an unknown variant is refused", async () => {
    const { token } = await server.newPatient();
    const { status, problem } = await server.call(
      onboarding.overrideFlow,
      { body: { flow_variant: "Z" as "C" } },
      { token },
    );
    expect([status, problem.code]).toEqual([400, "bad_request"]);
  });
});

describe("§2.2 going through the steps", () => {
  test("after sign-up state and birthday are asked first, at step 1.5", async () => {
    const patient = await server.newPatient();
    expect(await readOnboardingRecord(server, patient)).toMatchObject({
      onboardingstep: 1.5,
      onboardingstatus: "PENDING",
      birthday: null,
      state: null,
    });
    const saved = await putStep(server, patient, 1.5, { state: "IA", birthday: "1970-02-28" });
    expect(saved.onboarding).toMatchObject({ state: "IA", birthday: "1970-02-28" });
    expect(saved.onboarding.onboardingstep).not.toBe(1.5);
    // Nothing is being worked out here, so nothing makes the patient wait.
    expect(saved.interstitial).toBeNull();
  });

  test("state and birthday may be saved one after the other", async () => {
    const patient = await server.newPatient();
    expect((await putStep(server, patient, 1.5, { state: "IA" })).onboarding).toMatchObject({
      state: "IA",
      onboardingstep: 1.5,
    });
    expect((await putStep(server, patient, 1.5, { birthday: "1970-02-28" })).onboarding.onboardingstep).not.toBe(1.5);
  });

  test.each([
    ["a day that is not in the calendar", { state: "IA", birthday: "1970-02-30" }, "birthday"],
    ["a birthday in the future", { state: "IA", birthday: "2999-01-01" }, "birthday"],
    ["a minor", { state: "IA", birthday: "2015-01-01" }, "birthday"],
    ["a state that is none", { state: "ZZ", birthday: "1970-01-01" }, "state"],
    ["nothing", {}, "state"],
  ])("step 1.5 refuses %s at its field", async (_, body, field) => {
    const { token } = await server.newPatient();
    const { status, problem } = await server.call(onboarding.saveStep, { params: { n: 1.5 }, body }, { token });
    expect(status).toBe(400);
    expect(problem.details?.fields?.map(({ path }) => path)).toContain(field);
  });

  test.each([3.1, 4, 5, 5.1, 5.4, 6, 7])(
    "step %d is ahead of a new patient: 403 step_ahead to see and to save",
    async (n) => {
      const patient = await server.newPatient();
      const { token } = patient;
      await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
      await putStep(server, patient, 1.5, { state: "CA", birthday: "1974-05-06" });
      for (const answer of [
        await server.call(onboarding.step, { params: { n } }, { token }),
        await server.call(onboarding.previousStep, { params: { n } }, { token }),
        await server.call(onboarding.saveStep, { params: { n }, body: n === 7 ? { totalamount: 1 } : {} }, { token }),
      ])
        expect([answer.status, answer.problem.code]).toEqual([403, "step_ahead"]);
    },
  );

  test("the product reveal is ahead of a patient who has not answered, in a flow that asks first", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    expect((await server.call(onboarding.productReveal, { query: {} }, { token })).problem.code).toBe("step_ahead");
    expect(
      (await server.call(onboarding.updateTreatmentForm, { body: { treatmentform: "patch" } }, { token })).problem.code,
    ).toBe("step_ahead");
    expect((await server.call(onboarding.verifyIdentity, { body: { ssn: "123456789" } }, { token })).problem.code).toBe(
      "step_ahead",
    );
  });

  test.each([2.35, 0.5, 8, "x"])("step %s is no step", async (n) => {
    const { token } = await server.newPatient();
    const { status } = await server.call(onboarding.step, { params: { n } }, { token });
    expect([400, 404]).toContain(status);
  });

  test("a step the short flow leaves out is not found", async () => {
    const patient = await server.newPatient();
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "H" } }, { token: patient.token });
    await answerVisit(server, patient);
    expect((await server.call(onboarding.step, { params: { n: 2.8 } }, { token: patient.token })).status).toBe(404);
  });

  test("a patient who goes back and changes an answer returns to the step they came from", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await answerVisit(server, patient, { until: 4 });
    const { ok: back } = await server.call(onboarding.previousStep, { params: { n: 2.8 } }, { token });
    expect(back).toMatchObject({ step: 2.7, kind: "questions", previousstep: 2.6, nextstep: 2.8 });
    const saved = await putStep(server, patient, 2.7, { answers: [{ questionid: "weight", answer: "172" }] });
    expect(saved.onboarding.onboardingstep).toBe(4);
    expect(saved.interstitial).toBeNull();
    const weight = saved.view.screens.flatMap(({ questions }) => questions).find(({ id }) => id === "weight");
    expect(weight?.answer).toBe("172");
  });

  test("a changed answer that raises a clarification leads to step 3.1 and from there back to the earlier step", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await answerVisit(server, patient, { until: 6 });
    const saved = await putStep(server, patient, 2.3, { answers: [{ questionid: "migraine", answer: "yes" }] });
    expect(saved.onboarding).toMatchObject({ onboardingstep: 3.1 });
    expect(saved.onboarding.steps).toContain(3.1);
    expect((await server.call(onboarding.step, { params: { n: 6 } }, { token })).problem.code).toBe("step_ahead");
    await answerStep(server, patient);
    expect((await readOnboardingRecord(server, patient)).onboardingstep).toBe(6);
  });

  test("§4 another device resumes at the same question", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await answerVisit(server, patient, { until: 2.3 });
    const first = await putStep(server, patient, 2.3, { answers: [{ questionid: "cancer", answer: ["none"] }] });
    expect(first.view.currentscreen).toBe("heart_and_clots");
    const { ok } = await server.call(onboarding.recordV2, {}, { token });
    expect(ok.view).toMatchObject({ step: 2.3, currentscreen: "heart_and_clots" });
    expect(ok.onboarding.onboardingstep).toBe(2.3);
  });

  test("the account step cannot be gone back to", async () => {
    const { token } = await server.newPatient();
    expect((await server.call(onboarding.previousStep, { params: { n: 1.5 } }, { token })).status).toBe(404);
  });

  test("step 1 may be saved again and changes nothing", async () => {
    const patient = await server.newPatient();
    expect((await putStep(server, patient, 1, {})).onboarding.onboardingstep).toBe(1.5);
  });
});
