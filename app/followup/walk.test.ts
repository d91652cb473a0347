import { expect, test, vi } from "vitest";
import { answerStep, openAt, previousAskedStep, type StepCalls } from "./step-navigation.ts";
import { optionOf, questionOf, stepOf } from "./testing.ts";

const form = questionOf({ id: "form", type: "treatmentform", answerlist: [optionOf("patch"), optionOf("unsure")] });
const steps = [
  stepOf(0, [questionOf()]),
  stepOf(1, [form]),
  stepOf(2, [questionOf({ id: "11" })]),
  stepOf(3, [questionOf({ id: "gels", answertype: "array", answerlookup: "recommendation", answerlist: [] })]),
  stepOf(4, [questionOf({ id: "last" })]),
] as const;
const at = (n: number) => steps[n] ?? steps[0];

/** A server that stores the answers it gets. */
function serverOf() {
  const saved: unknown[] = [];
  const answers = new Map<string, unknown>();
  const answered = (n: number) => ({
    ...at(n),
    questions: at(n).questions.map((question) => ({ ...question, answer: (answers.get(question.id) ?? null) as null })),
  });
  const calls: StepCalls = {
    step: async (n) => answered(n),
    previous: async (n) => answered(n - 1),
    save: async (n, given) => {
      for (const { questionid, answer } of given) answers.set(questionid, answer);
      saved.push(...given);
      return answered(n + 1);
    },
  };
  return { calls, saved };
}

test("§4 Follow-up modal: question 11 and an empty recommendation are skipped, each answer saved", async () => {
  const { calls, saved } = serverOf();
  const { step } = await answerStep(calls, steps[1], [{ questionid: "form", answer: "unsure" }]);
  expect(step.step).toBe(4);
  expect(saved).toEqual([
    { questionid: "form", answer: "unsure" },
    { questionid: "11", answer: "unsure" },
    { questionid: "gels", answer: [] },
  ]);
});

test("§4 Follow-up modal: interrupted before question 11 was answered, it is answered on return", async () => {
  const { calls, saved } = serverOf();
  await calls.save(1, [{ questionid: "form", answer: "patch" }]);
  expect((await openAt(calls, 2)).step.step).toBe(4);
  expect(saved).toContainEqual({ questionid: "11", answer: "yes" });
});

test("§4 Follow-up modal: back skips what was not asked, and is null on the first", async () => {
  const { calls } = serverOf();
  await answerStep(calls, steps[1], [{ questionid: "form", answer: "patch" }]);
  const before = await previousAskedStep(calls, steps[4]);
  expect([before?.step, before?.questions[0]?.answer]).toEqual([1, "patch"]);
  expect((await previousAskedStep(calls, steps[1]))?.step).toBe(0);
  expect(await previousAskedStep(calls, steps[0])).toBeNull();
});

test("§4 Follow-up modal: back leads to question 11 if the patient was asked it", async () => {
  const { calls } = serverOf();
  await calls.save(2, [{ questionid: "11", answer: "no" }]);
  expect((await previousAskedStep(calls, steps[4]))?.step).toBe(2);
});

test("a safety stop during automatic answers is not lost", async () => {
  const { calls } = serverOf();
  const stop = { ruleid: "r", kind: "emergency" as const, title: "Call 911", text: "Now.", actions: [] };
  const save: StepCalls["save"] = async (n, given) => ({ ...(await calls.save(n, given)), ...(n === 1 && { stop }) });
  const walked = await answerStep({ ...calls, save }, steps[1], [{ questionid: "form", answer: "patch" }]);
  expect([walked.step.step, walked.stop]).toEqual([4, stop]);
});

test("an emergency during automatic answers sends no further one", async () => {
  const { calls } = serverOf();
  const save = vi.fn<StepCalls["save"]>(async (n, given) => ({ ...(await calls.save(n, given)), interrupted: true }));
  const walked = await answerStep({ ...calls, save }, steps[1], [{ questionid: "form", answer: "patch" }]);
  expect([walked.step.interrupted, save.mock.calls.length]).toEqual([true, 1]);
});
