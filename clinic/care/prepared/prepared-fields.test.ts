import { describe, expect, test } from "vitest";
import {
  decisionDraft,
  decisionValues,
  noDecision,
  preparedDecision,
} from "#clinic/patients/decisions/decision-draft.ts";
import {
  type ChangeDraft,
  changeDraft,
  changeValues,
  noChange,
  preparedChange,
} from "#clinic/prescribing/treatment-change/treatment-change.ts";
import { planItem } from "#clinic/testing/cases.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { type PreparedDecision, preparedDecisions, preparedFields } from "#contract/care/prepared.ts";
import { preparedDirections } from "#clinic/prescribing/prepared-directions.ts";
import { draftOf, fieldsToPrepare, preparedValue, type PreparedTask } from "./prepared-fields.ts";

const task = (decision: PreparedDecision, values: Readonly<Record<string, string>>): PreparedTask => ({
  ...{ id: staffId(1), asker: null, openedat: "2026-11-24T12:00:00Z" },
  prepared: {
    ...{ decision, refid: staffId(2), changed: [] },
    fields: Object.entries(values).map(([id, value]) => ({ id, value })),
  },
});
const item = { medicines: [planItem("patch")] };

describe("decisions §20 what is prepared is what its dialog is opened on", () => {
  test.each(preparedDecisions)(
    "%s: the fields of the deciding call in their order, without what is empty or isn't one",
    (decision) => {
      const names: readonly string[] = preparedFields[decision];
      const values = Object.fromEntries(names.map((name) => [name, ` ${name} of it `]));
      const fields = names.map((id) => ({ id, value: `${id} of it` }));
      expect(fieldsToPrepare(decision, { ...values, overridereason: "mine", doctorid: "elena" })).toEqual(fields);
      const [first = "", ...others] = names;
      expect(fieldsToPrepare(decision, { ...values, [first]: " " })).toEqual(fields.slice(1));
      expect(fieldsToPrepare(decision, {})).toEqual([]);
      const prepared = task(decision, { [first]: "One." });
      expect([preparedValue(prepared, first), ...others.map((name) => preparedValue(prepared, name))]).toEqual([
        ...["One.", ...others.map(() => "")],
      ]);
    },
  );

  test("a renewal comes back as it was written, its directions of its medicine; nothing of a rule's reason", () => {
    const draft = {
      ...{ ...noDecision, note: "Read.", reason: "", refills: "3", followupon: "2027-01-24" },
      ...{ directions: { patch: "Twice a week." }, overridereason: "Mine." },
    };
    const values = decisionValues(item, draft);
    expect(values).toEqual({
      ...{ note: "Read.", reason: "", refills: "3", followupon: "2027-01-24", directions: "Twice a week." },
    });
    const fields = Object.fromEntries(fieldsToPrepare("renewal_approved", values).map(({ id, value }) => [id, value]));
    expect(decisionDraft.fromText(preparedDecision(item, task("renewal_approved", fields)))).toEqual({
      ...{ ...draft, overridereason: "" },
    });
    const declined = decisionDraft.fromText(preparedDecision(item, task("renewal_declined", { reason: "No more." })));
    expect(declined).toEqual({ ...noDecision, reason: "No more." });
    expect(preparedDecision(item, undefined)).toBe("");
  });

  test("a change comes back with its days; what isn't chosen any more isn't sent, and what can't be read is nothing", () => {
    const draft: ChangeDraft = {
      ...noChange,
      ...({ begins: "now", until: "go_on", untilpace: "half" } as const),
      ...{ productid: "gel", pricingid: "gel_1m", note: "Stronger.", beginson: "2027-01-05" },
      ...{ untildirections: "Half.", overridereason: "Mine." },
    };
    const values = changeValues(draft);
    expect([values["beginson"], values["untildirections"], values["untilpace"]]).toEqual(["", "", ""]);
    const later = changeValues({ ...draft, begins: "on_day", until: "directions" });
    expect([later["beginson"], later["untildirections"], later["untilpace"]]).toEqual(["2027-01-05", "Half.", "half"]);
    expect(values).not.toHaveProperty("overridereason");
    const fields = Object.fromEntries(fieldsToPrepare("treatment_changed", later).map(({ id, value }) => [id, value]));
    expect(changeDraft.fromText(preparedChange(task("treatment_changed", fields)))).toEqual({
      ...{ ...draft, begins: "on_day", until: "directions", overridereason: "" },
    });
    expect(preparedChange(task("treatment_changed", { begins: "someday" }))).toBe("");
    expect(preparedChange(undefined)).toBe("");
  });

  test("directions begin today without a day, on the one that was chosen, or when the box ends", () => {
    const values = { directions: "Every other night.", pace: "half", reason: "Sleepy.", message: "Slower." };
    const begins = (more: Readonly<Record<string, string>>) =>
      JSON.parse(preparedDirections(task("directions_changed", { ...values, ...more }))) as object;
    expect(begins({})).toMatchObject({ ...values, begins: "today", beginson: "" });
    expect(begins({ beginson: "2031-03-04" })).toMatchObject({ ...values, begins: "on_day", beginson: "2031-03-04" });
    expect(begins({ begins: "when_box_ends" })).toMatchObject({ ...values, begins: "when_box_ends", beginson: "" });
    expect(preparedDirections(undefined)).toBe("");
  });

  test("whoever opens it has a draft of it of their own", () => {
    const own = { kind: "letter", id: staffId(3) } as const;
    expect([draftOf(undefined, own), draftOf(task("letter", { text: "To whom." }), own)]).toEqual([
      ...[own, { kind: "prepared", id: staffId(1) }],
    ]);
  });
});
