import { describe, expect, test } from "vitest";
import { type ClosingDifference, closingSteps } from "#contract/care/closing.ts";
import { closeQuestion, dayOfPath, dayStatus, differenceLabels } from "./closing-labels.ts";

const difference = (change: Partial<ClosingDifference> = {}): ClosingDifference => ({
  ...{ kind: "refund", difference: "only_gateway", todo: "wait", ours: null, gateway: 7 },
  ...{ at: "2026-11-20T16:00:00Z", paymentid: "pi_1", orderid: null, ordernumber: "10003" },
  ...change,
});
const closing = { closedat: "2026-11-21T16:00:00Z", closedby: "Ines Falk", differences: 0, changed: false };
const ours = { captured: 94, refunded: 0, disputed: 0 };

describe("decisions §11 a day's closing in words", () => {
  test("a day is running, to close, closed, or changed since: never silently different", () => {
    expect(dayStatus({ over: false, closing: null, ours }).label).toBe("Still running");
    expect(dayStatus({ over: true, closing: null, ours })).toEqual({ tone: "warning", label: "To close" });
    expect(dayStatus({ over: true, closing: null, ours: { ...ours, captured: 0 } }).tone).toBe("neutral");
    expect(dayStatus({ over: true, closing, ours }).label).toBe("Closed");
    expect(dayStatus({ over: true, closing: { ...closing, differences: 2 }, ours }).label).toBe(
      "Closed, 2 differences",
    );
    expect(dayStatus({ over: true, closing: { ...closing, changed: true }, ours })).toEqual({
      tone: "danger",
      label: "Changed since",
    });
  });
  test.each(closingSteps)("each difference says what to do: %s", (todo) => {
    expect(differenceLabels(difference({ todo })).todo).not.toBe("");
  });
  test("one that was given back isn't shown as being in both", () => {
    expect(differenceLabels(difference({ todo: "nothing" })).todo).toContain("given back");
    expect(differenceLabels(difference({ todo: "nothing", difference: "other_day" })).todo).toContain("Both");
  });
  test("closing with something to do asks with the number of them", () => {
    expect(closeQuestion({ differences: [difference({ todo: "nothing" })] })).not.toContain("difference");
    expect(closeQuestion({ differences: [difference(), difference()] })).toContain("2 differences have");
  });
  test("only a day of the calendar is one in an address", () => {
    expect(dayOfPath("/clinic/money/closing/2026-11-20")).toBe("2026-11-20");
    expect(dayOfPath("/clinic/money/closing/x")).toBeNull();
    expect(dayOfPath("/clinic/money/closing")).toBeNull();
  });
});
