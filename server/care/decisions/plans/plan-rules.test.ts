import { describe, expect, test } from "vitest";
import { planSettlementStep, planApprovalObstacle, planDeclineObstacle, type PlanState } from "./plan-rules.ts";

const ready: PlanState = {
  caseStatus: "accepted",
  withdrawn: false,
  visit: { status: "DONE", identityStatus: "matched", stopped: false },
  waitsForVerdict: false,
  orderStatus: "authorized",
};
const visit = (changes: Partial<PlanState["visit"]>) => ({ visit: { ...ready.visit, ...changes } });

describe("a plan is approved", () => {
  test("when the patient was accepted, the identity matched and the payment is authorized", () => {
    expect(planApprovalObstacle(ready)).toBeNull();
  });
  test.each<[string, Partial<PlanState>, string]>([
    ["without a visit", { caseStatus: null }, "hasn't submitted"],
    ["before the patient is accepted", { caseStatus: "submitted" }, "accept the patient first"],
    ["twice", { caseStatus: "approved" }, "already been approved"],
    ["after it was declined", { caseStatus: "declined" }, "already been declined"],
    ["out of a stopped visit", visit({ stopped: true }), "stopped for the patient's safety"],
    ["with the identity in review", visit({ identityStatus: "review" }), "identity first"],
    ["before somebody said whose record it is", { waitsForVerdict: true }, "may be the same person's"],
    ["with an identity that did not match", visit({ identityStatus: "no_match" }), "isn't confirmed"],
    ["without a proof of identity", visit({ identityStatus: "none" }), "isn't confirmed"],
    ["after the hold was gone before a decision", { caseStatus: "lapsed" }, "confirm the order again"],
    ["after the patient withdrew it", { caseStatus: "lapsed", withdrawn: true }, "has withdrawn this plan"],
    ["while the payment differs from the order", { orderStatus: "mismatch" }, "accept or release"],
    ["when the hold has lapsed", { orderStatus: "voided" }, "no longer held"],
  ])("never %s", (_, changes, sentence) => {
    expect(planApprovalObstacle({ ...ready, ...changes })).toContain(sentence);
  });
});

test.each([
  ["submitted", null],
  ["accepted", null],
  ["approved", "This plan has already been approved."],
  ["declined", "This plan has already been declined."],
  [null, "This patient hasn't submitted a visit."],
] as const)("a case that is %s, declined: %s", (status, expected) => {
  expect(planDeclineObstacle({ withdrawn: false, caseStatus: status, orderStatus: "authorized" })).toBe(expected);
});

test.each([
  ["approved", "paid", "fill"],
  ["approved", "shipped", "fill"],
  ["approved", "voided", "ask_card"],
  ["approved", "authorized", null],
  ["approved", "mismatch", null],
  ["submitted", "voided", "lapse"],
  ["accepted", "voided", "lapse"],
  ["accepted", "paid", null],
  ["accepted", "mismatch", null],
  ["declined", "voided", null],
  ["lapsed", "voided", null],
] as const)("a case that is %s, its order %s: %s", (caseStatus, orderStatus, next) => {
  expect(planSettlementStep(caseStatus, orderStatus)).toBe(next);
});
