import { expect, test } from "vitest";
import { settings } from "#app/settings.ts";
import { caseRecord } from "#clinic/testing/cases.ts";
import type { RecordFlag } from "#contract/care/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { decisionDraft, noDecision, withChoice } from "./decision.ts";
import { overriddenBy, overrideOf } from "./overridden.ts";
import { timelineOf } from "../evidence/timeline.ts";

const flag = (ruleid: string, change: Partial<RecordFlag> = {}): RecordFlag => ({
  ...{ ruleid, level: "clinician", text: `About ${ruleid}`, questionids: [], productids: null, current: true },
  ...change,
});
const flags = [
  flag("visit"),
  flag("patch", { productids: ["patch"] }),
  flag("note", { level: "info" }),
  flag("past", { current: false }),
];

test("decisions §11 overriding a warning needs a reason: whatever warns of what is prescribed is sent with it", () => {
  const record = caseRecord({ flags });
  const decision = { ...noDecision, overridereason: " Small fibroids. " };
  expect(overrideOf(record, decision)).toEqual({ override: { rules: ["visit", "patch"], reason: "Small fibroids." } });
  const left = withChoice(decision, "patch", { kind: "leave_out", reason: "Not now" });
  expect(overriddenBy(record, left)?.rules.map(({ ruleid }) => ruleid)).toEqual(["visit"]);
  expect(overriddenBy(caseRecord({ flags: [flag("note", { level: "info" })] }), noDecision)).toBeNull();
});

test("decisions §11 deciding although a check couldn't run, or on a replacement a rule speaks against, needs it too", () => {
  const unanswered = [{ questionid: "smoking", question: "Do you smoke?" }];
  const record = caseRecord({ flags: [], unanswered });
  const without = { ...noDecision, withoutanswers: true, overridereason: "Asked by phone" };
  expect(overrideOf(record, without)).toEqual({
    override: { rules: [], withoutanswers: true, reason: "Asked by phone" },
  });
  const replaced = withChoice(noDecision, "patch", {
    ...{ kind: "replace", productid: "patch_low", pricingid: "patch_low_1m", reason: "Lower", despitewarning: true },
  });
  expect(overriddenBy(caseRecord({ flags: [] }), replaced)).toEqual({ rules: [], unanswered: [] });
});

test("a draft from before the reason existed is still read", () => {
  const { overridereason: _, ...before } = { ...noDecision, note: "Half a note" };
  expect(decisionDraft.fromText(JSON.stringify(before))).toEqual({ ...noDecision, note: "Half a note" });
});

test("decisions §11 the timeline shows what was decided in spite of a warning, and why", () => {
  const override = {
    ...{ decision: "plan" as const, refid: staffId(7), actor: `staff:${staffId(1)}`, at: "2026-11-25T12:00:00Z" },
    ...{ rules: [{ ruleid: "visit", text: "Fibroids" }], unanswered: [], reason: "Small" },
  };
  const [event] = timelineOf(caseRecord({ overrides: [override] }), [], settings.brand.timezone).filter(({ title }) =>
    title.startsWith("Prescribed although"),
  );
  expect(event?.detail).toBe("Small · Fibroids");
});
