import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  withSendError,
  sortOutgoing,
  nextSendable,
  withoutArrived,
  type OutgoingMessage,
  withRetry,
  nextTimestamp,
  msUntilNext,
  isBlocked,
} from "./outgoing-message.ts";

const entry = (at: number, rest: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientid: `k${at}`,
  conversationid: "c1",
  text: `Text ${at}`,
  file: null,
  at,
  state: "waiting",
  reason: null,
  notbefore: 0,
  ...rest,
});
const trouble = (status: number, code = "internal", retryAfter: number | null = null) => ({
  status,
  code,
  message: "Because.",
  retryAfter,
});

describe("§7 the patient's messages are sent in their order", () => {
  test("§7 the oldest of a conversation goes first, whatever the storage order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), (times) => {
        const entries = times.map((at) => entry(at));
        expect(nextSendable(entries, 0)?.at).toBe(Math.min(...times));
        expect(sortOutgoing(entries).map(({ at }) => at)).toEqual(times.toSorted((one, other) => one - other));
      }),
    );
  });

  test("§7 one that failed blocks what was written after it, but not another conversation", () => {
    const failed = entry(1, { state: "failed" });
    expect(nextSendable([failed, entry(2)], 9)).toBeNull();
    expect(nextSendable([failed, entry(2), entry(3, { conversationid: "c2" })], 9)?.at).toBe(3);
    expect(nextSendable([withRetry(failed), entry(2)], 9)?.at).toBe(1);
  });

  test("§7 one refused for good blocks nothing", () => {
    expect(nextSendable([entry(1, { state: "refused" }), entry(2)], 9)?.at).toBe(2);
  });

  test("§7 a clock set back does not put a message before the last one", () => {
    expect(nextTimestamp([entry(50)], 10)).toBe(51);
    expect(nextTimestamp([], 10)).toBe(10);
  });
});

describe("§8 the state of a message after a failed attempt", () => {
  test.each([
    ["no connection", trouble(0, "network"), "waiting", 5000],
    ["the session ended", trouble(401, "session_ended"), "waiting", 5000],
    ["too many tries: after the time the server says", trouble(429, "rate_limited", 30), "waiting", 30_000],
    ["another try of it under way", trouble(409, "in_flight"), "waiting", 2000],
    ["the server failed", trouble(500), "failed", 0],
    ["the conversation is closed", trouble(409, "wrong_state"), "refused", 0],
    ["too long", trouble(400, "bad_request"), "refused", 0],
    ["a file that is none", trouble(415, "unsupported_type"), "refused", 0],
  ] as const)("§8 %s", (_, given, state, wait) => {
    const after = withSendError(entry(1), given, 0);
    expect([after.state, after.notbefore]).toEqual([state, wait]);
    expect(after.reason).toBe(state === "waiting" ? null : "Because.");
    expect(after.clientid).toBe("k1");
  });

  test("§8 the delay until the next attempt is the shortest of those waiting", () => {
    expect(msUntilNext([], 0)).toBeNull();
    expect(msUntilNext([entry(1, { state: "failed" }), entry(2)], 0)).toBeNull();
    expect(msUntilNext([entry(1, { notbefore: 700 }), entry(2, { conversationid: "c2", notbefore: 300 })], 100)).toBe(
      200,
    );
    expect(msUntilNext([entry(1)], 100)).toBe(0);
  });
});

test("§8 messages after a failed one wait for the patient, in its conversation alone", () => {
  const entries = [entry(1), entry(2, { state: "failed" }), entry(3), entry(4, { conversationid: "c2" })];
  expect(entries.filter((each) => isBlocked(entries, each)).map(({ at }) => at)).toEqual([3]);
});

test("decisions §10 one whose response was lost shows once: the message takes its place", () => {
  expect(withoutArrived([entry(2), entry(1)], [{ clientid: "k1" }, { clientid: null }]).map(({ at }) => at)).toEqual([
    2,
  ]);
});
