import { describe, expect, test } from "vitest";
import { bareRecord } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { identityReasons } from "#contract/account/identity.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import {
  identityChoices,
  identityDiffers,
  mayCheckIdentity,
  reasonOptions,
  takesIdentityReason,
} from "./identity-decision.ts";

const outcomes = (change: Partial<PatientRecord>) => identityChoices(bareRecord(change)).map(({ outcome }) => outcome);
const photo = (number: number) => ({
  id: staffId(number),
  kind: "selfie" as const,
  uploadedat: "2026-11-25T12:00:00Z",
});

describe("decisions §11 an identity is decided by whoever may, and corrected until the plan is decided", () => {
  test.each([
    ["none", "in_review", []],
    ["review", "none", ["matched", "no_match"]],
    ["review", "in_review", ["matched", "no_match"]],
    ["review", "approved", ["matched", "no_match"]],
    ["matched", "in_review", ["no_match", "review"]],
    ["no_match", "none", ["matched", "review"]],
    ["matched", "approved", []],
    ["no_match", "declined", []],
  ] as const)("one that is “%s” with a plan that is “%s”: %j", (identitystatus, planstatus, expected) =>
    expect(outcomes({ identitystatus, planstatus })).toEqual(expected),
  );

  test("a refusal says what the patient can do, which isn't the same during the visit and after it", () => {
    const refusal = (onboardingstatus: "DONE" | "PENDING") =>
      identityChoices(bareRecord({ identitystatus: "review", onboardingstatus }))[1]?.effect;
    expect(refusal("DONE")).toContain("can send new photos");
    expect(refusal("PENDING")).toContain("can try again in the visit");
  });

  test("a reason is asked for where the patient sends photos again, and each reason of the contract can be chosen", () => {
    const takes = (onboardingstatus: "DONE" | "PENDING") =>
      (["matched", "no_match", "review"] as const).filter((outcome) =>
        takesIdentityReason(outcome, { onboardingstatus }),
      );
    expect([takes("DONE"), takes("PENDING")]).toEqual([["no_match"], []]);
    expect(reasonOptions.map(({ value }) => value)).toEqual([...identityReasons]);
  });

  test("each role", () => {
    const may = roles.filter((role) => mayCheckIdentity(permissionsOfRoles(role)));
    expect(may).toEqual(["physician", "nurse", "patient_services"]);
  });
});

test("decisions §11 what was decided or sent in between is noticed; another order of the photos isn't", () => {
  const seen = bareRecord({ identitystatus: "review", photos: [photo(1), photo(2)] });
  expect(identityDiffers(seen, { ...seen, photos: [photo(2), photo(1)] })).toBe(false);
  expect(identityDiffers(seen, { ...seen, photos: [photo(3), photo(2)] })).toBe(true);
  expect(identityDiffers(seen, { ...seen, identitystatus: "no_match" })).toBe(true);
});
