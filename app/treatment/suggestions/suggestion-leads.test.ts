import { expect, test } from "vitest";
import { aTreatment, aTreatmentChange } from "../testing.ts";
import { suggestionLeads } from "./suggestion-leads.ts";

const asked = { ...aTreatment("approved").nextstep, kind: "change_to_agree" as const };

test("a suggestion leads the page where an answer is waited for, and no change waits before it", () => {
  const agreed = aTreatmentChange({ status: "agreed" });
  expect(suggestionLeads({ nextstep: asked, changes: [] })).toBe(true);
  expect(suggestionLeads({ nextstep: asked, changes: [agreed] })).toBe(true);
  expect(suggestionLeads({ nextstep: asked, changes: [agreed, aTreatmentChange()] })).toBe(false);
  expect(suggestionLeads({ nextstep: aTreatment("approved").nextstep, changes: [] })).toBe(false);
});
