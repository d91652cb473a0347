import { describe, expect, test } from "vitest";
import { commonErrors, errorStatus } from "#contract/http/errors.ts";
import {
  maxPolls,
  neverArrivedText,
  type PaymentEvent,
  type PaymentState,
  paymentReducer,
  readyState,
} from "./payment-state.ts";

let keys = 0;
const press = (body = "59.00"): PaymentEvent => ({ kind: "pressed", body, newKey: () => `key-${++keys}` });
const sent: PaymentEvent = { kind: "sent" };
/** The patient pressed Pay, and the call went out. */
const pay = (body?: string) => [press(body), sent];
const fail = (code: string, status = 409): PaymentEvent => ({ kind: "failed", code, status, message: code });
const after = (...events: PaymentEvent[]) => events.reduce<PaymentState>(paymentReducer, readyState);
const keyOf = (state: PaymentState) => ("attempt" in state ? state.attempt.key : undefined);

/** An attempt sent once and polled until polling gives up. */
function outcomeUnknown(): PaymentState {
  const attempt = { key: "first", body: "59.00", timesSent: 1 };
  let state: PaymentState = { kind: "asking", attempt, polls: 0, emptyPolls: 0 };
  for (let ask = 0; ask < maxPolls; ask++) state = paymentReducer(state, { kind: "asked", found: "open" });
  return state;
}

describe("one press, one attempt", () => {
  test("a double tap is one attempt with one key", () => {
    const first = after(press());
    expect(paymentReducer(first, press())).toBe(first);
  });
  test("a press while the outcome is polled changes nothing", () => {
    const asking = after(press(), fail("network", 0));
    expect(paymentReducer(asking, press())).toBe(asking);
  });
  test("after a definite refusal the next press is a new attempt", () => {
    const first = after(press());
    const again = paymentReducer(paymentReducer(first, fail("card_declined", 402)), press());
    expect(again.kind).toBe("paying");
    expect(keyOf(again)).not.toBe(keyOf(first));
  });
});

describe("the outcome is learned by polling, never by sending again", () => {
  test.each(["network", "in_flight", "payment_pending", "step_completed"])("%s is polled", (code) => {
    expect(after(press(), fail(code)).kind).toBe("asking");
  });
  test("a server failure is polled", () => expect(after(press(), fail("internal", 500)).kind).toBe("asking"));
  test("the lost response was a payment: done", () => {
    expect(
      after(press(), fail("network", 0), { kind: "asked", found: "unknown" }, { kind: "asked", found: "done" }),
    ).toEqual({
      kind: "done",
    });
  });
  test("an order pending at the bank is polled, then the patient is told, and the same body keeps its key", () => {
    const state = outcomeUnknown();
    expect(paymentReducer(state, { kind: "askAgain" }).kind).toBe("asking");
  });
  test("while the outcome is unknown, a press repeats the very same attempt, whatever the cart holds", () => {
    const state = outcomeUnknown();
    const again = paymentReducer(state, press("61.00"));
    expect("attempt" in again && again.attempt).toEqual("attempt" in state && state.attempt);
  });
  test.each([
    ...([...commonErrors.all, ...commonErrors.patient, "idempotency_mismatch"] as const)
      .map((code) => [code, errorStatus(code)] as const)
      .filter(([, status]) => status < 500),
    ["other", 400] as const,
  ])("a repeat that fails with %s leaves the attempt open", (code, status) => {
    const state = [...pay(), fail(code, status)].reduce<PaymentState>(paymentReducer, outcomeUnknown());
    expect([state.kind, keyOf(state)]).toEqual(["unsure", keyOf(outcomeUnknown())]);
  });
  test("a bank that waits for its cardholder, or could not be asked: the text says so, and a press repeats the attempt", () => {
    const state = after(...pay(), fail("payment_action"));
    expect(state).toMatchObject({ kind: "unconfirmed", message: "payment_action", attempt: { timesSent: 1 } });
    const again = paymentReducer(state, press("61.00"));
    expect("attempt" in again && again.attempt).toEqual("attempt" in state && state.attempt);
  });
  test("a repeat that is declined is over", () => {
    expect([...pay(), fail("card_declined", 402)].reduce<PaymentState>(paymentReducer, outcomeUnknown()).kind).toBe(
      "refused",
    );
  });
  test("when several polls in a row find no order, the call never arrived and nothing was charged", () => {
    const nothing: PaymentEvent = { kind: "asked", found: "nothing" };
    const unknown: PaymentEvent = { kind: "asked", found: "unknown" };
    const before = after(...pay(), fail("network", 0), nothing, nothing, nothing, unknown, nothing, nothing, nothing);
    expect(before.kind).toBe("asking");
    expect(paymentReducer(before, nothing)).toEqual({
      kind: "refused",
      requiredFix: "other",
      message: neverArrivedText,
    });
  });
});

describe("an order pending at the bank that may not be this attempt's", () => {
  const pending = fail("payment_pending");
  const nothings = Array.from({ length: 4 }, (): PaymentEvent => ({ kind: "asked", found: "nothing" }));

  test("where the attempt's own order is not found the server’s text is shown, never that nothing was charged", () => {
    expect(after(...pay(), pending, ...nothings)).toEqual({
      kind: "refused",
      requiredFix: "other",
      message: "payment_pending",
    });
  });
  test("also when the patient polled again, or repeated it and the response was lost", () => {
    const open: PaymentEvent = { kind: "asked", found: "open" };
    const waited = [...pay(), pending, ...Array.from({ length: maxPolls }, () => open)];
    const [again, repeated] = [
      after(...waited, { kind: "askAgain" }, ...nothings),
      after(...waited, ...pay(), fail("network", 0), ...nothings),
    ];
    for (const state of [again, repeated]) expect(state).toMatchObject({ kind: "refused", message: "payment_pending" });
  });
});

describe("a payment in review", () => {
  const inReview: PaymentEvent = { kind: "found review", message: "Please don't pay again." };
  const found = after(...pay(), fail("network", 0), inReview);

  test("keeps its attempt and says so", () =>
    expect(found).toMatchObject({ kind: "review", attempt: { timesSent: 1 }, message: "Please don't pay again." }));
  test.each([press(), { kind: "mended" }, { kind: "askAgain" }, ...pay()] as PaymentEvent[])(
    "is not paid again by %j",
    (event) => expect(paymentReducer(found, event)).toBe(found),
  );
});

describe("§8 refusals", () => {
  test.each([
    ["insufficient_funds", "card"],
    ["lost_card", "card"],
    ["expired_card", "card"],
    ["no_payment_method", "card"],
    ["no_shipping_address", "address"],
    ["bad_request", "other"],
  ])("%s needs another %s", (code, requiredFix) => {
    expect(after(...pay(), fail(code, 402))).toEqual({ kind: "refused", requiredFix, message: code });
  });
  test("another card clears the refusal", () => {
    expect(after(...pay(), fail("card_declined", 402), { kind: "mended" })).toEqual(readyState);
  });
  test("price_changed shows the new total and asks for another press", () => {
    expect(after(...pay(), fail("price_changed")).kind).toBe("repriced");
  });
  test("a stopped visit and a step ahead redirect", () => {
    expect(after(press(), { kind: "moved" }).kind).toBe("moved");
  });
  test("a decline found by polling is shown like any other", () => {
    const state = after(...pay(), fail("network", 0), { kind: "found refused", code: "lost_card", message: "Lost." });
    expect(state).toEqual({ kind: "refused", requiredFix: "card", message: "Lost." });
  });
  test("an attempt from before a reload is polled, not made again", () => {
    const attempt = { key: "before", body: "", timesSent: 1 };
    expect(after({ kind: "resumed", attempt })).toEqual({ kind: "asking", attempt, polls: 0, emptyPolls: 0 });
    expect(after(press(), { kind: "resumed", attempt }).kind).toBe("paying");
  });
});
