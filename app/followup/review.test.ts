import { expect, test, vi } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import type { FollowupCheck } from "#contract/followup.ts";
import { createFollowupSession, notes } from "./followup-session.ts";
import { questionOf, stepOf } from "./testing.ts";

const check: FollowupCheck & { id: string } = {
  id: "f1",
  followupstatus: "SENT",
  step: 1,
  code: "CALM-20",
  percent: 20,
  stop: null,
  interrupted: false,
};
const none: FollowupCheck = {
  id: null,
  followupstatus: null,
  step: null,
  code: null,
  percent: null,
  stop: null,
  interrupted: false,
};
const answer = [{ questionid: "q", answer: "yes" }];
const refusal = (code: "step_ahead" | "wrong_state" | "coupon_not_found" | "bad_request", status = 409) =>
  new ApiError("No.", { status, code });
const exit = stepOf(3, [questionOf({ type: "exitmodal" })], { nextstep: -1, complete: true });

function setUp() {
  const calls = {
    check: vi.fn(async () => check as FollowupCheck),
    claim: vi.fn(async (_code: string | null) => ({ ...check, followupstatus: "CLAIMED" }) as FollowupCheck),
    readStop: vi.fn(async (_ruleId: string) => check as FollowupCheck),
    step: vi.fn(async (n: number) => stepOf(n, [questionOf()])),
    previous: vi.fn(async (n: number) => stepOf(n - 1, [questionOf()])),
    save: vi.fn(async (n: number) => stepOf(n + 1, [questionOf()])),
  };
  return { calls, review: createFollowupSession(check, calls) };
}
/** A promise to settle later. */
const earlyReply = <T>() => Promise.withResolvers<T>();

test("§4 Follow-up modal: the claim call runs at once, once, with the code of the follow-up", async () => {
  const { calls, review: followupSession } = setUp();
  await Promise.all([followupSession.open(null), followupSession.open(null)]);
  await followupSession.open(null);
  expect(calls.claim.mock.calls).toEqual([["CALM-20"]]);
  expect(followupSession.get()).toMatchObject({ phase: "question", step: { step: 1 } });
});

test("§4 Follow-up modal: it opens where the patient left off, also after answering on another device", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  calls.check.mockResolvedValue({ ...check, step: 2 });
  await followupSession.open(null);
  expect(followupSession.get().step?.step).toBe(2);
});

test("§4 After login: the code of a mail's link goes with the claim; another follow-up's code is reported and nothing is lost", async () => {
  const { calls, review: followupSession } = setUp();
  calls.claim.mockRejectedValueOnce(refusal("coupon_not_found", 404));
  await followupSession.open("OTHER-5");
  expect(calls.claim.mock.calls).toEqual([["OTHER-5"], ["CALM-20"]]);
  expect(followupSession.get()).toMatchObject({ phase: "question", note: notes.otherLink });
});

test("a follow-up that cannot be opened says why and can be retried", async () => {
  const { calls, review: followupSession } = setUp();
  calls.claim.mockRejectedValueOnce(networkError());
  await followupSession.open(null);
  expect(followupSession.get()).toMatchObject({ phase: "failed", problem: { code: "network" } });
  await followupSession.open(null);
  expect(followupSession.get().phase).toBe("question");
  expect(calls.claim).toHaveBeenCalledTimes(2);
});

test("an answer is saved as given, one at a time: a second press sends nothing", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  const slow = earlyReply<ReturnType<typeof stepOf>>();
  calls.save.mockReturnValueOnce(slow.promise);
  const presses = [followupSession.answer(answer), followupSession.answer(answer)];
  slow.resolve(stepOf(2, [questionOf()]));
  await Promise.all(presses);
  expect(calls.save.mock.calls).toEqual([[1, answer]]);
  expect(followupSession.get().step?.step).toBe(2);
});

test("§8 an answer that is not saved rejects for its form, and the question stays", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  for (const error of [networkError(), refusal("bad_request", 400)]) {
    calls.save.mockRejectedValueOnce(error);
    await expect(followupSession.answer(answer)).rejects.toBe(error);
    expect(followupSession.get()).toMatchObject({ phase: "question", step: { step: 1 } });
  }
});

test.each(["step_ahead", "wrong_state"] as const)(
  "answered in another tab (%s), it jumps to the current step",
  async (code) => {
    const { calls, review: followupSession } = setUp();
    await followupSession.open(null);
    calls.save.mockRejectedValueOnce(refusal(code));
    calls.check.mockResolvedValueOnce({ ...check, step: 2 });
    await followupSession.answer(answer);
    expect(followupSession.get()).toMatchObject({ phase: "question", step: { step: 2 }, note: notes.movedOn });
  },
);

test("completed in another tab, it ends here too", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  calls.save.mockRejectedValueOnce(refusal("wrong_state"));
  calls.check.mockResolvedValueOnce(none);
  await followupSession.answer(answer);
  expect(followupSession.get().phase).toBe("end");
});

test("§4 Follow-up modal: back fetches the previous question; on the first question it closes", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  expect(await followupSession.back()).toBe(true);
  expect(followupSession.get().step?.step).toBe(0);
  expect(await followupSession.back()).toBe(false);
  expect(calls.previous.mock.calls).toEqual([[1]]);
});

test("§4 Follow-up modal: complete when an exit-modal question is shown, and when the next step is -1", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  calls.save.mockResolvedValueOnce(exit);
  await followupSession.answer(answer);
  expect(followupSession.get()).toMatchObject({ phase: "exit", step: exit });

  const other = setUp();
  await other.review.open(null);
  other.calls.save.mockResolvedValueOnce(stepOf(2, [], { nextstep: -1, complete: true }));
  await other.review.answer(answer);
  expect(other.review.get().phase).toBe("end");
});

test("§4 Follow-up modal: complete when every follow-up message has been answered meanwhile", async () => {
  const { review: followupSession } = setUp();
  await followupSession.open(null);
  followupSession.onCheck(check);
  expect(followupSession.get().phase).toBe("question");
  followupSession.onCheck(none);
  expect(followupSession.get().phase).toBe("end");
});

test("§4 Follow-up modal: the check may report the end before the response to the last answer brings the exit modal", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  const slow = earlyReply<ReturnType<typeof stepOf>>();
  calls.save.mockReturnValueOnce(slow.promise);
  const press = followupSession.answer(answer);
  followupSession.onCheck(none);
  expect(followupSession.get().phase).toBe("question");
  slow.resolve(exit);
  await press;
  expect(followupSession.get().phase).toBe("exit");
});

test("a safety stop comes before everything else until the patient has read it, also at the end", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  const stop = { ruleid: "r", kind: "emergency" as const, title: "Call 911", text: "Now.", actions: [] };
  calls.save.mockResolvedValueOnce({ ...exit, stop });
  await followupSession.answer(answer);
  expect(followupSession.get()).toMatchObject({ stop, phase: "exit" });
  await followupSession.open(null);
  expect(followupSession.get().stop).toEqual(stop);
  await followupSession.acknowledgeStop();
  expect(calls.readStop.mock.calls).toEqual([["r"]]);
  expect(followupSession.get()).toMatchObject({ stop: null, phase: "exit" });
});

const stops = (ruleid: string) => ({ ruleid, kind: "emergency" as const, title: "Call", text: "Now.", actions: [] });

test("a safety stop lost to a reload is shown again when the follow-up is opened", async () => {
  const { calls, review: followupSession } = setUp();
  calls.step.mockResolvedValueOnce(stepOf(1, [questionOf()], { stop: stops("r") }));
  await followupSession.open(null);
  expect(followupSession.get()).toMatchObject({ stop: { ruleid: "r" }, phase: "question" });
});

test("the next answer waits until the server knows that the safety stop was read; the next stop follows", async () => {
  const { calls, review: followupSession } = setUp();
  calls.step.mockResolvedValueOnce(stepOf(1, [questionOf()], { stop: stops("r") }));
  await followupSession.open(null);
  const slow = earlyReply<FollowupCheck>();
  calls.readStop.mockReturnValueOnce(slow.promise);
  const passed = followupSession.acknowledgeStop();
  expect(followupSession.get().stop).toBeNull();
  const press = followupSession.answer(answer);
  expect(calls.save).not.toHaveBeenCalled();
  slow.resolve({ ...check, stop: stops("other") });
  await Promise.all([passed, press]);
  expect(calls.save).toHaveBeenCalledTimes(1);
  expect(followupSession.get().stop?.ruleid).toBe("other");
});

test("an emergency interrupts the follow-up: its notice, then nothing more is asked or ended", async () => {
  const { calls, review: followupSession } = setUp();
  await followupSession.open(null);
  calls.save.mockResolvedValueOnce(stepOf(2, [questionOf()], { stop: stops("r"), interrupted: true }));
  await followupSession.answer(answer);
  expect(followupSession.get()).toMatchObject({ phase: "interrupted", stop: { ruleid: "r" } });
  calls.readStop.mockResolvedValueOnce({ ...none, interrupted: true });
  await followupSession.acknowledgeStop();
  followupSession.onCheck({ id: null });
  await followupSession.open(null);
  expect(followupSession.get()).toMatchObject({ phase: "interrupted", stop: null });
});

test("a follow-up interrupted on another device is no finished one", async () => {
  const { calls, review: followupSession } = setUp();
  calls.claim.mockResolvedValueOnce({ ...check, interrupted: true, stop: stops("r") });
  await followupSession.open(null);
  expect(followupSession.get()).toMatchObject({ phase: "interrupted", stop: { ruleid: "r" } });
});

test("§5 a follow-up completed elsewhere shows the safety stop before the end", async () => {
  const { calls, review: followupSession } = setUp();
  calls.claim.mockResolvedValueOnce({ ...check, followupstatus: "COMPLETED", step: null, stop: stops("r") });
  await followupSession.open(null);
  expect(followupSession.get()).toMatchObject({ phase: "end", stop: { ruleid: "r" } });
  await followupSession.acknowledgeStop();
  expect(followupSession.get()).toMatchObject({ phase: "end", stop: null });
});

test("§8 offline, a safety stop that was read does not block the patient, and is shown again with the next response", async () => {
  const { calls, review: followupSession } = setUp();
  calls.step.mockResolvedValueOnce(stepOf(1, [questionOf()], { stop: stops("r") }));
  await followupSession.open(null);
  calls.readStop.mockRejectedValueOnce(networkError());
  await followupSession.acknowledgeStop();
  expect(followupSession.get().stop).toBeNull();
  calls.save.mockResolvedValueOnce(stepOf(2, [questionOf()], { stop: stops("r") }));
  await followupSession.answer(answer);
  expect(followupSession.get().stop?.ruleid).toBe("r");
});
