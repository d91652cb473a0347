import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { isApiError } from "#app/api/api-error.ts";
import { answer, order, planItem } from "#clinic/testing/cases.ts";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import { bareRecord, patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { subscription } from "#clinic/testing/treatment.ts";
import { sendFailure } from "#clinic/work/act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { PrescriptionRenewal, UpsellRequest } from "#contract/care/prescribing.ts";
import { approvalStop, renewalToDecide, byWait, takesReason, upsellToDecide } from "./renewal-or-upsell.ts";
import {
  decidedText,
  decisionDraft,
  missingFromDecision,
  noDecision,
  renewalBody,
  fieldsOf,
  upsellBody,
  type DecisionDraft,
} from "./decision-draft.ts";
import { RenewalOrUpsellSection } from "./renewals-and-upsells.tsx";

type Rule = PrescriptionRenewal["flags"][number];
const rule = (level: Rule["level"], ruleid: string = level): Rule => ({ ruleid, level, text: `About ${ruleid}.` });

const renewal = (change: Partial<PrescriptionRenewal> = {}): PrescriptionRenewal => ({
  ...{ id: staffId(20), patient: patient(1), item: planItem("patch"), rxnumber: "700042", onhold: false, flags: [] },
  requestedat: "2026-11-24T12:00:00Z",
  ...change,
});

const upsell = (change: Partial<UpsellRequest> = {}): UpsellRequest => ({
  ...{ id: staffId(21), patient: patient(1), order: order(), status: "open", flags: [] },
  items: [planItem("patch"), planItem("capsule")],
  requestedat: "2026-11-23T12:00:00Z",
  ...change,
});

const prescription = (change: object = {}): NonNullable<PatientRecord["prescriptions"]>[number] => ({
  ...{ id: staffId(30), productid: "patch", name: "Estradiol patch", rxnumber: "700042", ndc: null },
  ...{ dosage: "0.05 mg/day", usednow: true, pace: "label", planned: [], rest: null, earlyfills: 0, earlyuntil: null },
  ...{
    status: "active",
    refillsleft: 0,
    dayssupply: 28,
    directions: "Twice a week",
    doctorid: "elena_marsh",
    collaborator: null,
  },
  ...{ approvedat: "2026-08-01T12:00:00Z", onholdsince: null, stoppedat: null },
  ...change,
});
const record = bareRecord({
  prescriptions: [prescription(), prescription({ id: staffId(31), rxnumber: "700041", refillsleft: 9 })],
  subscriptions: [subscription({ onhanduntil: "2026-12-05" })],
  answers: [answer("uterus", "2026-07-01T12:00:00Z"), answer("smoking", "2026-10-01T12:00:00Z")],
});
const factsOf = (item: { readonly facts: readonly (readonly [string, string])[] }) => Object.fromEntries(item.facts);

describe("decisions §11 what a renewal or an upsell is decided on", () => {
  test("a renewal has its own prescription, what is on hand, the price, and what was answered since it was approved", () => {
    const item = renewalToDecide(renewal(), record);
    expect(factsOf(item)).toMatchObject({
      Prescription: "700042, approved August 1, 2026",
      ...{ "Refills left": "0", "On hand until": "December 5, 2026", Directions: "Twice a week" },
      "The patient pays": "$59.00 every 28 days",
    });
    expect(item.changed.map(({ questionid }) => questionid)).toEqual(["smoking"]);
  });

  test("what isn't known is left out, never a guess", () => {
    const item = renewalToDecide(renewal(), bareRecord());
    expect(Object.keys(factsOf(item))).toEqual(["Asked on", "Prescription"]);
    expect(item.changed).toEqual([]);
  });

  test("a canceled subscription says nothing of price or of what is on hand", () => {
    const cancelled = { ...record, subscriptions: [subscription({ status: "cancelled", onhanduntil: "2026-12-05" })] };
    expect(Object.keys(factsOf(renewalToDecide(renewal(), cancelled)))).not.toContain("The patient pays");
  });

  test("an upsell has what is held on which card, until when, and what it costs after that", () => {
    const item = upsellToDecide(upsell(), record, "2026-11-30T12:00:00Z");
    expect(factsOf(item)["First payment"]).toMatch(/^\$99\.00 held on Visa ending in 4242 until November 30/);
    expect(factsOf(item)["After that"]).toBe("$63.00 every 56 days, then $39.00 every 56 days");
    expect(factsOf(upsellToDecide(upsell(), record, null))["First payment"]).toBe("$99.00 held on Visa ending in 4242");
    const paid = upsellToDecide(upsell({ order: order({ status: "paid" }) }), record, null);
    expect(factsOf(paid)["First payment"]).toBe("$99.00 paid with Visa ending in 4242");
  });

  test("whoever has waited longest comes first, and the most severe rule", () => {
    const flags = [rule("info"), rule("stop"), rule("clinician")];
    const items = byWait([renewalToDecide(renewal({ flags }), record), upsellToDecide(upsell(), record, null)]);
    expect(items.map(({ kind }) => kind)).toEqual(["upsell", "renewal"]);
    expect(items[1]?.rules.map(({ level }) => level)).toEqual(["stop", "clinician", "info"]);
  });

  test("going against a hold or a rule takes a reason, also where another prescription is on hold; a note doesn't", () => {
    const takes = (change: Partial<PrescriptionRenewal>) => takesReason(renewalToDecide(renewal(change), record));
    expect([takes({}), takes({ flags: [rule("info")] })]).toEqual([false, false]);
    expect([takes({ onhold: true }), takes({ flags: [rule("clinician")] })]).toEqual([true, true]);
    const recordOnHold = bareRecord({ prescriptions: [prescription({ status: "on_hold" })] });
    expect(takesReason(upsellToDecide(upsell(), recordOnHold, null))).toBe(true);
  });

  test("a stop is shown and can't be approved; it can be declined", () => {
    const item = renewalToDecide(renewal({ flags: [rule("stop")] }), record);
    expect(approvalStop(item)).toBe("A rule says stop, so it can’t be approved: About stop.");
    const markup = renderToStaticMarkup(<RenewalOrUpsellSection item={{ ...item, kind: "renewal" }} />);
    expect(markup).toContain(">Stop<");
    expect(approvalStop(renewalToDecide(renewal({ flags: [rule("clinician")] }), record))).toBeNull();
  });

  test("whoever may only read it has no buttons", () => {
    const markup = renderToStaticMarkup(<RenewalOrUpsellSection item={renewalToDecide(renewal(), record)} />);
    expect(markup).toContain("Renewal to decide");
    expect(markup).not.toContain("<button");
  });
});

describe("decisions §11 what a decision sends", () => {
  const draft = (change: Partial<DecisionDraft> = {}): DecisionDraft => ({ ...noDecision, ...change });
  const plain = renewalToDecide(renewal(), record);
  const warned = renewalToDecide(
    renewal({ onhold: true, flags: [rule("clinician", "fibroids"), rule("info")] }),
    record,
  );

  test("against a rule only with the reason and the rules that were weighed", () => {
    expect(renewalBody(warned, draft({ overridereason: " Small. " }), "r1")).toEqual({
      ...{ revision: "r1", despitewarning: true },
      override: { rules: ["fibroids"], reason: "Small." },
    });
    expect(renewalBody(plain, draft({ overridereason: "Left over" }), "r1")).not.toHaveProperty("despitewarning");
  });

  test("an upsell with the note, and directions by product", () => {
    const item = upsellToDecide(upsell(), record, null);
    const body = upsellBody(item, draft({ note: " At night. ", directions: { capsule: "One", patch: " " } }), "r1");
    expect(body).toEqual({ revision: "r1", note: "At night.", directions: { capsule: "One" } });
  });

  test("what is missing is shown at its field before anything is sent", () => {
    const missing = (action: "approve" | "decline", change: Partial<DecisionDraft>, of = plain) =>
      Object.keys(missingFromDecision(action, draft(change), of));
    expect(missing("approve", {})).toEqual([]);
    expect(missing("approve", { overridereason: " " }, warned)).toEqual(["overridereason"]);
    expect(missing("approve", { refills: "13" })).toEqual(["refills"]);
    expect(missing("decline", { reason: " " }, warned)).toEqual(["reason"]);
    expect(missing("decline", { reason: "Not yet.", refills: "13" })).toEqual([]);
  });

  test("a draft comes back as it was written; an untouched one is no text, and one that can't be read is none", () => {
    const own = draft({ reason: "Not yet.", directions: { patch: "Once" } });
    expect(decisionDraft.fromText(decisionDraft.toText(own))).toEqual(own);
    expect(decisionDraft.toText(draft({ directions: { patch: "" } }))).toBe("");
    for (const text of ["", "{", '{"note":1}']) expect(decisionDraft.fromText(text)).toEqual(noDecision);
  });

  test("each has a notice of what was done", () => {
    expect(decidedText("approve", plain)).toMatch(/^Renewed: Estradiol patch/);
    expect(decidedText("approve", upsellToDecide(upsell(), record, null))).toMatch(/^Approved: .* and Progesterone/);
    expect(decidedText("decline", plain)).toMatch(/^Declined: Estradiol patch/);
  });
});

describe("decisions §11 what stands in the way of a decision", () => {
  const item = renewalToDecide(renewal(), record);
  const problem = async (answer: FakeAnswer) => {
    const { call } = fakeServer([answer, answer]);
    const error: unknown = await call(care.approvePrescriptionRenewal, { params: { id: item.id }, body: {} }).catch(
      (thrown: unknown) => thrown,
    );
    expect(isApiError(error)).toBe(true);
    return sendFailure(error, fieldsOf(item));
  };

  test("somebody else has it, by name", async () => {
    const details = { name: "Ines Falk" };
    expect(await problem({ refused: "claimed", details })).toEqual({ kind: "claimed", claimedBy: "Ines Falk" });
  });

  test("the record changed; no answer came; a missing reason is at its field; anything else in the server's words", async () => {
    expect(await problem({ refused: "conflict" })).toMatchObject({ kind: "conflict" });
    for (const answer of ["no answer", { refused: "internal" }, { refused: "in_flight" }] as const)
      expect(await problem(answer)).toEqual({ kind: "outcome_unknown" });
    const missing = await problem({ refused: "override_required" });
    expect(missing.kind === "refused" && Object.keys(missing.fields)).toEqual(["overridereason"]);
    expect(await problem({ refused: "wrong_state" })).toMatchObject({ kind: "refused", fields: {} });
  });

  test("a field the server names is the one that's shown", async () => {
    const fields = [
      { path: "directions", message: "Too long." },
      { path: "override.reason", message: "Say why." },
    ];
    const found = await problem({ refused: "bad_request", details: { fields } });
    expect(found.kind === "refused" && found.fields).toEqual({
      "directions.patch": "Too long.",
      overridereason: "Say why.",
    });
  });
});
