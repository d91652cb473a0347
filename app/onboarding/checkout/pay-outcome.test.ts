import { describe, expect, test } from "vitest";
import { asksAtOnce, type PayEvent, type PayState, payReducer, ready } from "./pay-outcome.ts";

let keys = 0;
const press = (body = "59.00"): PayEvent => ({ kind: "pressed", body, newKey: () => `key-${++keys}` });
const fail = (code: string, status = 409): PayEvent => ({ kind: "failed", code, status, message: code });
const after = (...events: PayEvent[]) => events.reduce<PayState>(payReducer, ready);
const keyOf = (state: PayState) => ("attempt" in state ? state.attempt.key : undefined);

describe("one press, one attempt", () => {
  test("a double tap is one attempt with one key", () => {
    const first = after(press());
    expect(payReducer(first, press())).toBe(first);
  });
  test("a press while it is asked about changes nothing", () => {
    const asking = after(press(), fail("network", 0));
    expect(payReducer(asking, press())).toBe(asking);
  });
  test("after a definite refusal the next press is a new attempt", () => {
    const first = after(press());
    const again = payReducer(payReducer(first, fail("card_declined", 402)), press());
    expect(again.kind).toBe("paying");
    expect(keyOf(again)).not.toBe(keyOf(first));
  });
});

describe("the outcome is learned by asking, never by trying again", () => {
  test.each(["network", "in_flight", "payment_pending", "step_completed"])("%s is asked about", (code) => {
    expect(after(press(), fail(code)).kind).toBe("asking");
  });
  test("a failure of the server is asked about", () =>
    expect(after(press(), fail("internal", 500)).kind).toBe("asking"));
  test("the lost answer was a payment: done", () => {
    expect(
      after(press(), fail("network", 0), { kind: "asked", found: "unknown" }, { kind: "asked", found: "done" }),
    ).toEqual({
      kind: "done",
    });
  });
  test("an order open at the bank is waited for, then she is told, and the same body keeps its key", () => {
    const first = after(press());
    let state = payReducer(first, fail("payment_pending"));
    for (let ask = 0; ask < asksAtOnce; ask++) state = payReducer(state, { kind: "asked", found: "open" });
    expect(state.kind).toBe("unsure");
    expect(payReducer(state, { kind: "askAgain" }).kind).toBe("asking");
    expect(keyOf(payReducer(state, press()))).toBe(keyOf(first));
    expect(keyOf(payReducer(state, press("61.00")))).not.toBe(keyOf(first));
  });
  test("no order after some answers: the call never arrived", () => {
    let state = after(press(), fail("network", 0));
    for (let ask = 0; ask < 4; ask++) state = payReducer(state, { kind: "asked", found: "nothing" });
    expect(state.kind).toBe("unsure");
  });
});

describe("§8 refusals", () => {
  test.each([
    ["insufficient_funds", "card"],
    ["lost_card", "card"],
    ["expired_card", "card"],
    ["no_payment_method", "card"],
    ["no_shipping_address", "address"],
    ["bad_request", "other"],
  ])("%s needs another %s", (code, need) => {
    expect(after(press(), fail(code, 402))).toEqual({ kind: "refused", need, message: code });
  });
  test("another card takes the refusal away", () => {
    expect(after(press(), fail("card_declined", 402), { kind: "mended" })).toEqual(ready);
  });
  test("price_changed shows the new total and asks again", () => {
    expect(after(press(), fail("price_changed")).kind).toBe("repriced");
  });
  test("a stopped visit and a step ahead lead away", () => {
    expect(after(press(), fail("visit_stopped", 403)).kind).toBe("moved");
  });
});
