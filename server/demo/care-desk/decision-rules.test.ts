import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { approvesPrescriptionRenewal, declineRuleIds, type DeskCase, nextCaseStep } from "./decision-rules.ts";

const accepted: DeskCase = { status: "accepted", identityStatus: "matched", rules: ["fibroids"] };

describe("the care desk", () => {
  test.each<[string, Partial<DeskCase>, ReturnType<typeof nextCaseStep>]>([
    ["accepts whoever comes", { status: "submitted" }, "accept"],
    ["approves a plain plan", {}, "approve"],
    ["confirms an identity in review first", { identityStatus: "review" }, "confirm_identity"],
    ["declines over a rule of its list", { rules: ["blood_pressure_crisis"] }, "decline"],
    ["declines whose identity did not match", { identityStatus: "no_match" }, "decline"],
    ["leaves an approved plan alone", { status: "approved" }, null],
    ["leaves a declined plan alone", { status: "declined" }, null],
  ])("%s", (_, changes, expected) => {
    expect(nextCaseStep({ ...accepted, ...changes })).toBe(expected);
  });
  test("its rules are CLINICIAN rules of the content", async () => {
    const { rules } = await loadContent();
    expect(declineRuleIds.map((id) => rules.find((rule) => rule.id === id)?.outcome)).toEqual(
      declineRuleIds.map(() => "CLINICIAN"),
    );
  });

  test.each([
    ["renews what nothing speaks against", { rules: ["fibroids"] }, true],
    ["leaves what is on hold to a person", { onHold: true }, false],
    ["leaves a patient with a STOP to a person", { stopped: true }, false],
    ["leaves a rule of its list to a person", { rules: ["meningioma"] }, false],
  ])("%s", (_, changes, expected) => {
    expect(approvesPrescriptionRenewal({ onHold: false, stopped: false, rules: [], ...changes })).toBe(expected);
  });
});
