import { describe, expect, test } from "vitest";
import { caseRecord, order } from "#clinic/testing/cases.ts";
import { toCents } from "#contract/fields/fields.ts";
import { approvalBody, type Decision, decisionDraft, missingFrom, noDecision, withChoice } from "./decision.ts";
import { chargeOf, orderToDecide, waitingSince } from "./order-to-decide.ts";

const items = caseRecord().requested ?? [];
const body = (decision: Decision) => approvalBody(decision, items, "r1");
const replace = {
  kind: "replace",
  productid: "patch_low",
  pricingid: "patch_low_1m",
  reason: " Lower first. ",
} as const;

describe("decisions §11 a plan is decided product by product", () => {
  test("an approval of everything sends the revision alone", () => {
    expect(body(noDecision)).toEqual({ revision: "r1" });
  });

  test("each choice is sent as the call takes it, without spaces around what is written", () => {
    let decision: Decision = { ...noDecision, note: " See you in 8 weeks. " };
    decision = withChoice(decision, "patch", { ...replace, despitewarning: false });
    decision = withChoice(decision, "capsule", { kind: "later", day: "2026-12-20" });
    expect(body(decision)).toEqual({
      revision: "r1",
      note: "See you in 8 weeks.",
      replaced: { patch: { productid: "patch_low", pricingid: "patch_low_1m", reason: "Lower first." } },
      start: { capsule: "2026-12-20" },
    });
    const left = withChoice(noDecision, "patch", { kind: "leave_out", reason: "A patch isn’t for you." });
    expect(body(left)).toEqual({ revision: "r1", declined: { patch: "A patch isn’t for you." } });
  });

  test("a rule is overridden only by a choice of its own, with its reason", () => {
    const despite = withChoice(noDecision, "patch", { ...replace, despitewarning: true });
    expect(body(despite).replaced?.["patch"]).toMatchObject({ despitewarning: true, reason: "Lower first." });
    const silent = withChoice(noDecision, "patch", { ...replace, reason: " ", despitewarning: true });
    expect(missingFrom(silent, items)).toEqual({ patch: "Write the reason. The patient reads it." });
  });

  test("a product that is approved again is as if it had never been changed", () => {
    const changed = withChoice(noDecision, "patch", { kind: "later", day: "2026-12-20" });
    expect(withChoice(changed, "patch", { kind: "approve" })).toEqual(noDecision);
  });

  test.each([
    [{ kind: "leave_out", reason: "" } as const, "Write the reason. The patient reads it."],
    [{ ...replace, productid: "", pricingid: "", despitewarning: false }, "Choose what to prescribe instead."],
    [{ kind: "later", day: "" } as const, "Choose the day it begins."],
  ])("%o isn't finished", (choice, sentence) => {
    expect(missingFrom(withChoice(noDecision, "patch", choice), items)).toEqual({ patch: sentence });
  });

  test("a plan of which nothing is left is declined instead", () => {
    const out = { kind: "leave_out", reason: "Not for you." } as const;
    const none = withChoice(withChoice(noDecision, "patch", out), "capsule", out);
    expect(missingFrom(none, items)).toEqual({ plan: "Nothing would be left of this plan. Decline it instead." });
    expect(missingFrom(noDecision, [])).toHaveProperty("plan");
  });
});

describe("what a decision costs the patient", () => {
  const cents = (decision: Decision) => chargeOf(decision, order());
  test("everything, what is sent now, or nothing", () => {
    expect(cents(noDecision)).toEqual({ now: toCents(99), back: 0, later: false });
    const out = withChoice(noDecision, "patch", { kind: "leave_out", reason: "x" });
    expect(cents(out)).toEqual({ now: toCents(40), back: toCents(59), later: false });
    const later = withChoice(out, "capsule", { kind: "later", day: "2026-12-20" });
    expect(cents(later)).toEqual({ now: 0, back: toCents(99), later: true });
  });

  test("the order is the one of the plan, not an upsell or an older one", () => {
    const older = order({ id: "older", placedat: "2026-01-01T12:00:00Z" });
    const upsell = order({ id: "upsell", placedat: "2026-12-01T12:00:00Z", upsell: true });
    expect(orderToDecide(caseRecord({ orders: [older, order(), upsell] }))?.id).toBe(order().id);
    expect(orderToDecide(caseRecord({ requested: [] }))).toBeNull();
  });

  test("waiting since the visit was paid, a fact of the record; nobody waits for what is decided", () => {
    expect(waitingSince(caseRecord())).toBe("2026-11-25T12:00:00Z");
    expect(waitingSince(caseRecord({ planstatus: "approved" }))).toBeNull();
  });
});

describe("a decision as a draft", () => {
  test("comes back as it was; an untouched one is no draft", () => {
    const decision = withChoice({ ...noDecision, note: "Hello", reply: "Yes" }, "patch", { kind: "later", day: "" });
    expect(decisionDraft.fromText(decisionDraft.toText(decision))).toEqual(decision);
    expect(decisionDraft.toText(noDecision)).toBe("");
  });

  test.each(["", "{", '{"choices":1}', "null"])("%j, which can't be read, is none", (text) => {
    expect(decisionDraft.fromText(text)).toEqual(noDecision);
  });
});
