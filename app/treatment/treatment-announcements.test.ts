import { describe, expect, test } from "vitest";
import { describeChanges } from "./treatment-announcements.ts";
import { aSuggestion, aTreatmentChange, anOrder, aTreatment, timeline } from "./testing.ts";

describe("announcements of what changed while the page is open", () => {
  const searching = aTreatment("in_review", { doctor: null, orders: [anOrder({ timeline: timeline("authorized") })] });

  test("no change, no announcement", () => {
    expect(describeChanges(searching, { ...searching })).toBe("");
  });

  test("a medicine the doctor suggests, announced once", () => {
    const before = aTreatment("approved");
    const after = aTreatment("approved", { suggestions: [aSuggestion()] });
    expect(describeChanges(before, after)).toBe(
      "Dr. Ada Hill suggests adding Insert. Please look at it and tell us if you agree.",
    );
    expect(describeChanges(after, { ...after })).toBe("");
  });

  test("the doctor the patient was matched with", () => {
    expect(describeChanges(searching, { ...searching, doctor: aTreatment("none").doctor })).toBe(
      "Your doctor is Dr. Ada Hill.",
    );
  });

  test("the approval, in one sentence that covers what happened to the order meanwhile", () => {
    const after = aTreatment("approved", {
      orders: [anOrder({ status: "paid", timeline: timeline("approved", "paid") })],
    });
    expect(describeChanges({ ...searching, doctor: after.doctor }, after)).toBe(
      "Good news: Dr. Ada Hill approved your plan.",
    );
  });

  test.each([
    ["authorized", "You won’t be charged."],
    ["voided", "You weren't charged."],
  ] as const)("a declined plan says what becomes of the authorization (%s)", (status, text) => {
    const after = aTreatment("declined", { orders: [anOrder({ status, timeline: timeline("declined") })] });
    expect(describeChanges({ ...searching, doctor: after.doctor }, after)).toBe(
      `Dr. Ada Hill didn’t approve this plan. ${text}`,
    );
  });

  test.each([
    ["waiting", "Dr. Ada Hill changed your treatment. Please look at it and tell us if you agree."],
    ["agreed", "Dr. Ada Hill changed your treatment."],
  ] as const)("the doctor's treatment change, announced once (%s)", (status, text) => {
    const before = aTreatment("approved");
    const after = { ...before, changes: [aTreatmentChange({ status })] };
    expect(describeChanges(before, after)).toBe(text);
    expect(describeChanges(after, { ...after, changes: [aTreatmentChange({ status: "refused" })] })).toBe("");
  });

  test("a first prescription that is otherwise than asked for is no change of a treatment: it's announced by its title", () => {
    const before = aTreatment("approved");
    const title = "Dr. Ada Hill prescribed something else";
    expect(describeChanges(before, { ...before, changes: [aTreatmentChange({ status: "agreed", title })] })).toBe(
      `${title}.`,
    );
  });

  test("the next step of the order", () => {
    const before = aTreatment("approved", { orders: [anOrder({ status: "paid", timeline: timeline("paid") })] });
    const after = aTreatment("approved", {
      orders: [anOrder({ status: "shipped", timeline: timeline("paid", "shipped") })],
    });
    expect(describeChanges(before, after)).toBe("Your order: shipped");
  });
});
