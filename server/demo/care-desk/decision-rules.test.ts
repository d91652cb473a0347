import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import {
  type AcceptedPlan,
  approvesPrescriptionRenewal,
  companionRuleId,
  declineRuleIds,
  nextPlanStep,
} from "./decision-rules.ts";

const accepted: AcceptedPlan = { identityStatus: "matched", rules: ["fibroids"] };

describe("the care desk", () => {
  test.each<[string, Partial<AcceptedPlan>, ReturnType<typeof nextPlanStep>]>([
    ["approves a plain plan", {}, "approve"],
    ["confirms an identity in review first", { identityStatus: "review" }, "confirm_identity"],
    ["declines over a rule of its list", { rules: ["blood_pressure_crisis"] }, "decline"],
    ["declines whose identity did not match", { identityStatus: "no_match" }, "decline"],
  ])("%s", (_, changes, expected) => {
    expect(nextPlanStep({ ...accepted, ...changes })).toBe(expected);
  });
  test("its rules are CLINICIAN rules of the content", async () => {
    const { rules, requirements } = await shippedContent();
    expect(requirements.map(({ id }) => id)).toContain(companionRuleId);
    expect(declineRuleIds.map((id) => rules.find((rule) => rule.id === id)?.outcome)).toEqual(
      declineRuleIds.map(() => "CLINICIAN"),
    );
  });

  test.each([
    ["renews what nothing speaks against", { flags: [{ ruleid: "fibroids", level: "clinician" }] }, true],
    ["leaves what is on hold to a person", { onHold: true }, false],
    ["leaves a patient with a STOP to a person", { flags: [{ ruleid: "breast_cancer", level: "stop" }] }, false],
    [
      "leaves what lacks its companion to a person",
      { flags: [{ ruleid: companionRuleId, level: "clinician" }] },
      false,
    ],
    ["leaves a rule of its list to a person", { flags: [{ ruleid: "meningioma", level: "clinician" }] }, false],
  ])("%s", (_, changes, expected) => {
    expect(approvesPrescriptionRenewal({ onHold: false, flags: [], ...changes })).toBe(expected);
  });
});
