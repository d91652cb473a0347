import { describe, expect, test } from "vitest";
import { caseRecord, order, prescribedAsSeen } from "#clinic/testing/cases.ts";
import { toCents } from "#contract/fields/numbers.ts";
import {
  approvalBody,
  chargeOf,
  type Choice,
  type Decision,
  decisionDraft,
  missingFrom,
  noDecision,
  withChoice,
  withPrescribed,
} from "./decision.ts";
import { fillsText, prescribedOf } from "./prescribed.ts";
import { orderToDecide, waitingSince } from "../evidence/order-to-decide.ts";

/** A patch of two strengths, each with words and numbers of its own. */
const catalogue = (["patch", "patch_low", "capsule"] as const).map((productid, index) => ({
  ...{ productid, name: productid, form: "", strength: `${index}.5 mg`, description: "", picture: "" },
  ...{ howtouse: `How to use ${productid}.`, prescription: true, hsa: "eligible" as const, notices: [] },
  ...{ fit: "suitable" as const, reasons: [] },
  pricings: [1, 3].map((months) => ({
    ...{ pricingid: `${productid}_${months}m`, label: "", months, dayssupply: months * 28, price: 59, permonth: 59 },
    refills: months + index,
  })),
}));

describe("decisions §11 what an approval prescribes is on the screen before", () => {
  const [patch] = caseRecord().requested ?? [];
  if (!patch) throw new Error("No patch");
  const seen = (decision: Decision, item = patch) => prescribedOf(decision, item, order().detail, catalogue);

  test("with strength, quantity, the catalogue's directions and refills of what was ordered", () => {
    expect(seen(noDecision)).toEqual({
      ...{ name: "patch 0.5 mg", quantity: "2 × 28 days", directions: "How to use patch.", refills: "1" },
    });
  });

  test("of a replacement, its own", () => {
    const choice = { ...replace, pricingid: "patch_low_3m", despitewarning: false };
    expect(seen(withChoice(noDecision, "patch", choice))).toEqual({
      ...{ name: "patch_low 1.5 mg", quantity: "2 × 84 days", directions: "How to use patch_low.", refills: "4" },
    });
  });

  test("what was written takes the catalogue's place; an emptied field is empty", () => {
    expect(seen(withPrescribed(noDecision, "patch", { directions: "", refills: "7" }))).toMatchObject({
      ...{ directions: "", refills: "7" },
    });
  });

  test("nothing of what is left out, needs no prescription, or isn't known yet", () => {
    expect(seen(withChoice(noDecision, "patch", { kind: "leave_out", reason: "x" }))).toBeNull();
    expect(seen(noDecision, { ...patch, prescription: false })).toBeNull();
    expect(prescribedOf(noDecision, patch, order().detail, [])).toBeNull();
  });

  test("in words", () => {
    const prescribed = { name: "Patch", quantity: "1 × 28 days", directions: "x" };
    expect(fillsText({ ...prescribed, refills: " 1 " })).toBe("1 × 28 days, 1 refill");
    expect(fillsText({ ...prescribed, refills: "0" })).toBe("1 × 28 days, 0 refills");
  });
});

const items = caseRecord().requested ?? [];
const body = (decision: Decision) => approvalBody(decision, items, "r1", prescribedAsSeen);
const replace = {
  kind: "replace",
  productid: "patch_low",
  pricingid: "patch_low_1m",
  reason: " Lower first. ",
} as const;

describe("decisions §11 a plan is decided product by product", () => {
  test("an approval of everything sends each prescription as it was on the screen", () => {
    expect(body(noDecision)).toEqual({
      revision: "r1",
      directions: { patch: "Use the patch.", capsule: "Use the capsule." },
      refills: { patch: 12, capsule: 4 },
    });
  });

  test("what was written of one product is sent for that one", () => {
    const decision = withPrescribed(withPrescribed(noDecision, "patch", { refills: " 2 " }), "capsule", {
      directions: " Two at bedtime. ",
    });
    expect(body(decision)).toMatchObject({
      directions: { patch: "Use the patch.", capsule: "Two at bedtime." },
      refills: { patch: 2, capsule: 4 },
    });
  });

  test.each([
    [{ directions: " " }, "Write how it’s used."],
    [{ refills: "" }, "Enter a number of refills from 0 to 12."],
    [{ refills: "13" }, "Enter a number of refills from 0 to 12."],
    [{ refills: "2.5" }, "Enter a number of refills from 0 to 12."],
  ])("%o can't be prescribed", (prescribed, sentence) => {
    expect(missingFrom(withPrescribed(noDecision, "patch", prescribed), items, prescribedAsSeen)).toEqual({
      patch: sentence,
    });
  });

  test("nothing is approved before what it's prescribed with is on the screen", () => {
    expect(Object.keys(missingFrom(noDecision, items, () => null))).toEqual(["patch", "capsule"]);
  });

  test("another product has directions and refills of its own", () => {
    const draft = withPrescribed(noDecision, "patch", { directions: "Half of it.", refills: "1" });
    expect(withChoice(draft, "patch", { ...replace, despitewarning: false }).prescribed).toEqual({});
    expect(withChoice(draft, "patch", { kind: "later", day: "2026-12-20" }).prescribed).toEqual(draft.prescribed);
    expect(withChoice(draft, "capsule", { ...replace, despitewarning: false }).prescribed).toEqual(draft.prescribed);
  });

  test("each choice is sent as the call takes it, without spaces around what is written", () => {
    let decision: Decision = { ...noDecision, note: " See you in 8 weeks. " };
    decision = withChoice(decision, "patch", { ...replace, despitewarning: false });
    decision = withChoice(decision, "capsule", { kind: "later", day: "2026-12-20" });
    expect(body(decision)).toEqual({
      revision: "r1",
      directions: { patch: "Use the patch.", capsule: "Use the capsule." },
      refills: { patch: 12, capsule: 4 },
      note: "See you in 8 weeks.",
      replaced: { patch: { productid: "patch_low", pricingid: "patch_low_1m", reason: "Lower first." } },
      start: { capsule: "2026-12-20" },
    });
    const left = withChoice(noDecision, "patch", { kind: "leave_out", reason: "A patch isn’t for you." });
    expect(body(left)).toEqual({
      ...{ revision: "r1", declined: { patch: "A patch isn’t for you." } },
      ...{ directions: { capsule: "Use the capsule." }, refills: { capsule: 4 } },
    });
  });

  test("of two that are left out, begin later or are replaced, both are sent", () => {
    const both = (choice: Choice) => body(withChoice(withChoice(noDecision, "patch", choice), "capsule", choice));
    const reason = "Not for you.";
    expect(both({ kind: "leave_out", reason }).declined).toEqual({ patch: reason, capsule: reason });
    expect(both({ kind: "later", day: "2026-12-20" }).start).toEqual({ patch: "2026-12-20", capsule: "2026-12-20" });
    expect(Object.keys(both({ ...replace, despitewarning: false }).replaced ?? {})).toEqual(["patch", "capsule"]);
  });

  test("a rule is overridden only by a choice of its own, with its reason", () => {
    const despite = withChoice(noDecision, "patch", { ...replace, despitewarning: true });
    expect(body(despite).replaced?.["patch"]).toMatchObject({ despitewarning: true, reason: "Lower first." });
    const silent = withChoice(noDecision, "patch", { ...replace, reason: " ", despitewarning: true });
    expect(missingFrom(silent, items, prescribedAsSeen)).toEqual({ patch: "Write the reason. The patient reads it." });
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
    expect(missingFrom(withChoice(noDecision, "patch", choice), items, prescribedAsSeen)).toEqual({ patch: sentence });
  });

  test("a plan of which nothing is left is declined instead", () => {
    const out = { kind: "leave_out", reason: "Not for you." } as const;
    const none = withChoice(withChoice(noDecision, "patch", out), "capsule", out);
    expect(missingFrom(none, items, prescribedAsSeen)).toEqual({
      plan: "Nothing would be left of this plan. Decline it instead.",
    });
    expect(missingFrom(noDecision, [], prescribedAsSeen)).toHaveProperty("plan");
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
