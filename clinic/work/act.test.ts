import { describe, expect, test } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { createAct, isOutdated, sendFailure } from "./act.ts";

const refusal = (status: number, code: ApiError["code"], details?: ApiError["details"]) =>
  new ApiError("Why.", { status, code, ...(details && { details }) });

test.each([
  [networkError(), { kind: "outcome_unknown" }],
  [refusal(503, "unavailable"), { kind: "outcome_unknown" }],
  [refusal(500, "internal"), { kind: "outcome_unknown" }],
  [refusal(409, "in_flight"), { kind: "outcome_unknown" }],
  [refusal(200, "unexpected_reply"), { kind: "outcome_unknown" }],
  [new TypeError("x"), { kind: "outcome_unknown" }],
  [refusal(409, "claimed", { name: "Ines" }), { kind: "claimed", claimedBy: "Ines" }],
  [refusal(409, "conflict", { changed: ["state"] }), { kind: "conflict", message: "Why.", changed: ["state"] }],
  [refusal(409, "wrong_state"), { kind: "refused", code: "wrong_state", message: "Why.", fields: {} }],
  [refusal(403, "forbidden"), { kind: "refused", code: "forbidden", message: "Why.", fields: {} }],
])("decisions §11 who works on it, no answer, and a refusal are told apart: %o", (error, failure) =>
  expect(sendFailure(error)).toEqual(failure),
);

test("what isn't any more as it was looked at is outdated: it changed, or is over", () => {
  const outdated = [refusal(409, "conflict"), refusal(409, "wrong_state"), refusal(403, "forbidden"), networkError()];
  expect(outdated.map((error) => isOutdated(sendFailure(error)))).toEqual([true, true, false, false]);
  expect(isOutdated(null)).toBe(false);
});

test("a refusal is at the form's own field, by the path of the body or by what it's about", () => {
  const fields = { ofPath: (path: string) => path.replace("override.", ""), ofCode: { override_required: "reason" } };
  const atPath = refusal(400, "bad_request", { fields: [{ path: "override.reason", message: "Say why." }] });
  expect([atPath, refusal(409, "override_required")].map((error) => sendFailure(error, fields))).toMatchObject([
    { fields: { reason: "Say why." } },
    { fields: { reason: "Why." } },
  ]);
});

/** Sends by answers that are given one after another; what it was called with is in `sent`. */
function acting(answers: readonly unknown[], options: Parameters<typeof createAct<string>>[0] = {}) {
  const sent: (readonly [string, string])[] = [];
  const remaining = [...answers];
  let keys = 0;
  const act = createAct<string>(options, () => `key-${++keys}`);
  const send = (intent: string, more: Parameters<typeof act.send<string, unknown>>[2] = {}) =>
    act.send(
      intent,
      (of, key) => {
        sent.push([of, key]);
        const answer = remaining.shift();
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      more,
    );
  return { act, send, sent };
}

describe("decisions §11 one press, one key", () => {
  test("a press while one is under way, or while what follows it is, sends nothing", async () => {
    const { send, sent } = acting(["one", "two"]);
    let end = () => {};
    const first = send("a", { done: () => new Promise<void>((resolve) => (end = resolve)) });
    expect(await send("a")).toBeNull();
    await expect.poll(() => sent.length).toBe(1);
    expect(await send("a")).toBeNull();
    end();
    expect([await first, await send("a")]).toEqual(["one", "two"]);
    expect(sent).toEqual([
      ["a", "key-1"],
      ["a", "key-2"],
    ]);
  });

  test("after a lost answer the same again has the same key, and something else another", async () => {
    const { send, sent, act } = acting([networkError(), networkError(), "done"]);
    await send("a");
    expect(act.get()).toMatchObject({ failure: { kind: "outcome_unknown" }, pending: { intent: "a", key: "key-1" } });
    await send("a");
    expect(await send("b")).toBe("done");
    expect(sent).toEqual([
      ["a", "key-1"],
      ["a", "key-1"],
      ["b", "key-2"],
    ]);
    expect(act.get()).toEqual({ sending: false, failure: null, message: "", pending: null });
  });

  test("what goes out again as it was stays unknown until the server answers, whatever is typed or waved away", async () => {
    const told: (string | null)[] = [];
    const { send, sent, act } = acting([networkError(), refusal(429, "rate_limited"), "done"], {
      asSent: true,
      onPending: (press) => told.push(press && press.intent),
    });
    await send("a");
    act.forget();
    expect(act.get().failure).toEqual({ kind: "outcome_unknown" });
    await send("b");
    expect(act.get()).toMatchObject({ failure: { code: "rate_limited" }, pending: { intent: "a" } });
    act.forget();
    expect(act.get().failure).toEqual({ kind: "outcome_unknown" });
    expect(await send("b")).toBe("done");
    expect(sent).toEqual([1, 2, 3].map(() => ["a", "key-1"]));
    expect(told).toEqual(["a", null]);
  });

  test("a press of an earlier page continues under its key", async () => {
    const { send, sent, act } = acting(["done"], { asSent: true, pending: { intent: "a", key: "earlier" } });
    expect(act.get().failure).toEqual({ kind: "outcome_unknown" });
    await send("b");
    expect([sent, act.get().pending]).toEqual([[["a", "earlier"]], null]);
  });

  test.each([400, 404, 409, 422])(
    "a refusal of the call itself (%i) ends the press: the next one is new",
    async (status) => {
      const { send, sent } = acting([networkError(), refusal(status, "bad_request"), "done"], { asSent: true });
      for (const intent of ["a", "b", "c"]) await send(intent);
      expect(sent).toEqual([
        ["a", "key-1"],
        ["a", "key-1"],
        ["c", "key-2"],
      ]);
    },
  );

  test("what the server refused to look at for now, without a press before it, is a new press the next time", async () => {
    const { send, sent } = acting([refusal(429, "rate_limited"), "done"]);
    for (const intent of ["a", "a"]) await send(intent);
    expect(sent).toEqual([1, 2].map((press) => ["a", `key-${press}`]));
  });

  test("found where it leads to, it has worked, also while it's under way", async () => {
    const { send, act } = acting([networkError(), networkError()]);
    await send("a");
    expect([act.found(({ key }) => key === "another"), act.found(({ key }) => key === "key-1")]).toEqual([false, true]);
    expect(act.get()).toMatchObject({ failure: null, pending: null });
    const sending = send("b");
    expect(act.found(({ key }) => key === "key-2")).toBe(true);
    await sending;
    expect(act.get().failure).toBeNull();
  });

  test("what is dealt with isn't shown; where dealing with it fails, it is", async () => {
    const { send, act } = acting([refusal(409, "conflict"), refusal(409, "conflict")]);
    await send("a", { onFailure: () => Promise.resolve(true) });
    expect(act.get().failure).toBeNull();
    await send("a", { onFailure: () => Promise.reject(networkError()) });
    expect(act.get()).toMatchObject({ sending: false, failure: { kind: "conflict" }, message: "Why." });
    act.forget();
    expect(act.get()).toMatchObject({ failure: null, message: "" });
  });
});
