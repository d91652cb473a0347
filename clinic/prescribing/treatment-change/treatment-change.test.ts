import { describe, expect, test } from "vitest";
import { isApiError } from "#app/api/api-error.ts";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { subscription, treatmentChange } from "#clinic/testing/treatment.ts";
import { sendFailure } from "#clinic/work/act.ts";
import { care } from "#contract/care/calls.ts";
import {
  canBeQuoted,
  changeBody,
  changedText,
  changeOptions,
  changeFields,
  changeDraft,
  consentText,
  missingFromChange,
  noChange,
  openChange,
  pricesText,
  subscriptionToChange,
  untilPaceChosen,
  untilPaces,
  untilText,
  type ChangeDraft,
} from "./treatment-change.ts";

const draft: ChangeDraft = {
  ...noChange,
  ...{ productid: "patch_high", pricingid: "patch_high_1m", note: " A little more. " },
  begins: "when_box_ends",
};
const warnings = [{ ruleid: "fibroids", text: "Fibroids may grow." }];

describe("decisions §11 what a change takes before it's sent", () => {
  test("a choice, and words for the patient", () => {
    expect(Object.keys(missingFromChange(noChange, undefined))).toEqual(["pricingid", "note", "begins"]);
    expect(missingFromChange(draft, { warnings: [] })).toEqual({});
    expect(missingFromChange({ ...draft, note: "  " }, { warnings: [] })).toHaveProperty("note");
  });

  test("is quoted once its day is chosen, and lies ahead", () => {
    const onDay = (beginson: string) => canBeQuoted({ begins: "on_day", beginson, until: "go_on" }, "2027-01-20");
    expect(["", "2027-01-19", "2027-01-20", "2027-01-21"].map(onDay)).toEqual([false, false, false, true]);
    for (const begins of ["now", "when_box_ends"] as const)
      expect(canBeQuoted({ begins, until: "stop" }, "2027-01-20")).toBe(true);
  });

  test("where a rule warns, a reason that isn't only spaces", () => {
    expect(Object.keys(missingFromChange(draft, { warnings }))).toEqual(["overridereason"]);
    expect(missingFromChange({ ...draft, overridereason: "\n" }, { warnings })).toHaveProperty("overridereason");
    expect(missingFromChange({ ...draft, overridereason: "Seen by her gynecologist" }, { warnings })).toEqual({});
  });

  test.each(["", "0", " 3 ", "12"])("%j refills can be sent", (refills) => {
    expect(missingFromChange({ ...draft, refills }, { warnings: [] })).toEqual({});
  });
  test.each(["13", "-1", "2.5", "two", "1e1"])("%j refills can't", (refills) => {
    expect(missingFromChange({ ...draft, refills }, { warnings: [] })).toHaveProperty("refills");
  });
});

describe("decisions §11 what is sent", () => {
  test("what is empty is left out; nobody overrides what doesn't warn", () => {
    expect(changeBody({ ...draft, overridereason: "Typed for another choice" }, [], "r1")).toEqual({
      ...{ productid: "patch_high", pricingid: "patch_high_1m", note: "A little more.", revision: "r1" },
      ...{ begins: "when_box_ends", until: "go_on" },
    });
  });

  test("when it begins and what holds until then are sent as they were seen; other directions with their words only", () => {
    const chosen = { ...draft, begins: "now", until: "directions", untildirections: " Half a patch. " } as const;
    expect(changeBody(chosen, [], "r")).toMatchObject({
      ...{ begins: "now", until: "directions", untildirections: "Half a patch." },
    });
    expect(changeBody({ ...chosen, until: "stop" }, [], "r")).not.toHaveProperty("untildirections");
    expect(missingFromChange({ ...chosen, untildirections: " " }, { warnings: [] })).toHaveProperty("untildirections");
    expect(missingFromChange(chosen, { warnings: [] })).toEqual({});
  });
});

describe("decisions §11 nothing written is lost", () => {
  test("a draft is read back as it was written; what can't be read is none", () => {
    expect(changeDraft.fromText(changeDraft.toText(draft))).toEqual(draft);
    expect(changeDraft.toText(noChange)).toBe("");
    for (const text of ["", "{", '{"note":"a"}']) expect(changeDraft.fromText(text)).toEqual(noChange);
  });
});

describe("decisions §11 what can be changed", () => {
  const patch = subscription();
  test("what an active prescription, or one on hold, brings", () => {
    const record = { subscriptions: [subscription({ id: staffId(2), status: "cancelled" }), patch] };
    const { productid } = patch.item;
    expect(subscriptionToChange(record, { productid, status: "active" })).toBe(patch);
    expect(subscriptionToChange(record, { productid, status: "on_hold" })).toBe(patch);
    expect(subscriptionToChange(record, { productid, status: "stopped" })).toBeUndefined();
    expect(
      subscriptionToChange({ subscriptions: [subscription({ status: "pending" })] }, { productid, status: "active" }),
    ).toBeUndefined();
    expect(subscriptionToChange({}, { productid, status: "active" })).toBeUndefined();
  });

  test("a change is open until the patient agrees; an older one doesn't count", () => {
    const waiting = treatmentChange();
    const refused = treatmentChange({ status: "refused" });
    expect(openChange([waiting], patch.id)).toBe(waiting);
    expect(openChange([refused], patch.id)).toBe(refused);
    expect(openChange([treatmentChange({ status: "agreed" }), refused], patch.id)).toBeUndefined();
    expect(openChange([waiting], staffId(9))).toBeUndefined();
  });

  test("what the patient has is no choice, but once a change stopped it it's the way back", () => {
    const product = {
      ...{ productid: patch.item.productid, name: "Estradiol patch", form: "patch", strength: "0.05 mg/day" },
      ...{ description: "", howtouse: "", picture: "", prescription: true, hsa: "eligible" as const, notices: [] },
      ...{ fit: "suitable" as const, reasons: [] },
      pricings: [1, 3].map((months) => ({
        ...{
          pricingid: `patch_${months}m`,
          label: "",
          months,
          dayssupply: months * 28,
          price: 59,
          permonth: 59,
          refills: 3,
        },
      })),
    };
    const ids = (open?: ReturnType<typeof treatmentChange>) =>
      changeOptions(patch, [product], open).map(({ pricingid }) => pricingid);
    expect(ids()).toEqual(["patch_3m"]);
    expect(ids(treatmentChange({ until: "stop" }))).toEqual(["patch_1m", "patch_3m"]);
    expect(ids(treatmentChange())).toEqual(["patch_3m"]);
  });
});

describe("decisions §11 what it costs, and whether the patient is asked", () => {
  test("before and after, for as long as each lasts", () => {
    expect(pricesText({ price: 59, dayssupply: 28 }, { price: 62.5, dayssupply: 84 })).toBe(
      "$62.50 every 84 days instead of $59.00 every 28 days",
    );
    expect(pricesText({ price: 59, dayssupply: 28 }, { price: 59, dayssupply: 28 })).toBe(
      "$59.00 every 28 days, as before",
    );
  });

  test("consent is the server's to say, whatever the prices, and why it's asked for follows from when it begins", () => {
    const waiting = { status: "waiting", chargeon: "2026-12-03" } as const;
    expect(consentText(waiting, "when_box_ends")).toContain("because it costs more");
    expect(consentText(waiting, "now")).toContain("charged and sent the day they agree");
    expect(consentText({ status: "agreed", chargeon: "2026-12-03" }, "when_box_ends")).toContain(
      "charged on December 3, 2026",
    );
    expect(consentText({ status: "agreed", chargeon: null }, "when_box_ends")).not.toContain("charged on");
  });

  test.each([
    ["go_on", "as before", "keep getting what they have"],
    ["stop", "stop what they have", "get nothing more of it"],
    ["directions", "as you write above", "keep getting what they have"],
  ] as const)("until then, %s: what they take, how long it lasts, and what silence means", (until, takes, silence) => {
    const text = untilText({ until }, { status: "waiting", onhanduntil: "2026-12-09" });
    for (const each of [takes, "until December 9, 2026", silence]) expect(text).toContain(each);
    expect(untilText({ until }, { status: "agreed", onhanduntil: null })).not.toContain("answer");
  });

  test("more than the label until then: only from the day they agree, and nothing changes if they don’t answer", () => {
    const text = untilText(
      { until: "directions", untilpace: "double" },
      { status: "waiting", onhanduntil: "2026-12-09" },
    );
    for (const each of ["From the day they agree", "December 9, 2026 if they agree today", "as before"])
      expect(text).toContain(each);
  });

  test("two at once can be chosen where the catalogue has words for it, which are then there to be changed", () => {
    const [without, double] = [{ double: null }, { double: "Two at once." }];
    expect([without, undefined, double].map((quote) => untilPaces(quote, noChange).includes("double"))).toEqual([
      ...[false, false],
      true,
    ]);
    expect(untilPaces(undefined, { untilpace: "double" })).toContain("double");
    expect(untilPaceChosen("double", noChange, double)).toEqual({
      untilpace: "double",
      untildirections: "Two at once.",
    });
    expect(untilPaceChosen("double", { untildirections: "Mine." }, double)).toEqual({ untilpace: "double" });
    expect(untilPaceChosen("half", noChange, double)).toEqual({ untilpace: "half" });
    const chosen = { ...draft, until: "directions", untildirections: " Two. ", untilpace: "double" } as const;
    expect(changeBody(chosen, [], "r1")).toMatchObject({ untilpace: "double", untildirections: "Two." });
    expect("untilpace" in changeBody({ ...chosen, until: "go_on" }, [], "r1")).toBe(false);
  });

  test("what was done is what the server did", () => {
    const waiting = { status: "waiting" as const, price: 62, before: 59, subscription: subscription() };
    expect(changedText("Estradiol patch", waiting)).toContain("waits for the patient");
    const agreed = { ...waiting, status: "agreed" as const, price: 59 };
    expect(changedText("Estradiol patch", agreed)).toContain("at the same price");
    expect(changedText("Estradiol patch", { ...agreed, price: 49 })).toContain("at a lower price");
  });
});

describe("decisions §11 what prevents a change is shown where it belongs", () => {
  const params = { id: staffId(1) };
  async function problemAfter(...answers: readonly FakeAnswer[]) {
    const { call, sent } = fakeServer(answers);
    try {
      await call(care.changeTreatment, { params, body: changeBody(draft, [], "r1") }, { key: "one" });
      return expect.fail();
    } catch (error) {
      return { problem: sendFailure(error, changeFields), sent, error };
    }
  }

  test("a record that changed since", async () => {
    const { problem } = await problemAfter({ refused: "conflict", details: { changed: ["answers"] } });
    expect(problem.kind).toBe("conflict");
  });

  test("a lost answer is neither a yes nor a no; what is pressed again has the same key and body", async () => {
    const { problem, sent, error } = await problemAfter("no answer", "no answer", "no answer", "no answer");
    expect(problem).toEqual({ kind: "outcome_unknown" });
    expect(isApiError(error) && error.code).toBe("network");
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key")))).toEqual(new Set(["one"]));
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test("a server that broke off, or is still at it, says neither yes nor no", async () => {
    for (const refused of ["internal", "in_flight"] as const)
      expect((await problemAfter({ refused }, { refused })).problem).toEqual({ kind: "outcome_unknown" });
  });

  test("what mustn't be prescribed, at the choice; a warning, at its reason; a field, at the field", async () => {
    const fieldsOf = async (answer: FakeAnswer) => {
      const { problem } = await problemAfter(answer);
      return problem.kind === "refused" ? Object.keys(problem.fields) : [];
    };
    expect(await fieldsOf({ refused: "wrong_state" })).toEqual(["pricingid"]);
    expect(await fieldsOf({ refused: "not_available_in_state" })).toEqual(["pricingid"]);
    expect(await fieldsOf({ refused: "override_required", details: { rules: ["r"] } })).toEqual(["overridereason"]);
    const fields = [
      { path: "override.reason", message: "Please say why." },
      { path: "productid", message: "There's no such product." },
    ];
    expect(await fieldsOf({ refused: "bad_request", details: { fields } })).toEqual(["overridereason", "pricingid"]);
  });
});
