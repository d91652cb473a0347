import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { bareRecord, flag, patient } from "#clinic/testing/patients.ts";
import { ageOn, patientName } from "#clinic/ui/labels/patient-name.ts";
import { recordFieldNeeds } from "#contract/care/patients.ts";
import { symptomChange } from "#clinic/ui/labels/symptom-change.ts";
import { careStatus } from "#clinic/ui/labels/care-status.ts";
import { shownSections } from "./record-sections.tsx";

describe("decisions §11 a record shows what the person's roles open", () => {
  test("a field that isn't in the answer is left out, not shown as empty", () => {
    expect(shownSections(bareRecord())).toEqual([]);
  });

  test("a field that is there and empty says so", () => {
    const empty = shownSections(bareRecord({ prescriptions: [], answers: [] })).filter((section) => section.empty);
    expect(empty.map(({ title }) => title)).toEqual(["Prescriptions", "Answers"]);
    const flags = [flag({ level: "stop", text: "A blood clot in the past." })];
    expect(shownSections(bareRecord({ flags })).map((section) => section.empty)).toEqual([false]);
  });

  test("every field that a scope opens has its section", () => {
    const all = Object.fromEntries(Object.keys(recordFieldNeeds).map((name) => [name, []]));
    const shown = shownSections(bareRecord(all)).map(({ id }) => id);
    expect(shown.toSorted()).toEqual(
      // Whose second account it is stands above all sections.
      Object.keys(recordFieldNeeds)
        .filter((field) => field !== "pairs")
        .toSorted(),
    );
  });

  test("what a stop rule raised comes first, with its level in words", () => {
    const flags = [flag({ level: "stop", text: "A blood clot in the past." })];
    const [first] = shownSections(bareRecord({ flags, answers: [] }));
    const markup = renderToStaticMarkup(first?.content);
    expect(markup).toContain(">Stop<");
    expect(markup).toContain("A blood clot in the past.");
  });
});

test.each([
  ["1970-11-25", 56],
  ["1970-11-26", 55],
  ["1970-12-01", 55],
  ["1970-01-31", 56],
])("somebody born on %s is %i on November 25, 2026", (birthday, age) => {
  expect(ageOn(birthday, "2026-11-25")).toBe(age);
});

test("a patient without a name is the email", () => {
  expect(patientName(patient(1))).toBe("Maria Patient 1");
  expect(patientName(patient(1, { firstname: null, lastname: null }))).toBe("maria1@example.com");
});

test.each([
  [{ planstatus: "approved" as const }, "In care"],
  [{ planstatus: "declined" as const }, "Declined"],
  [{ carestatus: "incoming" as const }, "New case"],
  [{ carestatus: "accepted" as const }, "Plan to decide"],
  [{ carestatus: "none" as const, onboardingstatus: "PENDING" as const, planstatus: "none" as const }, "In the visit"],
  [{ carestatus: "none" as const, planstatus: "none" as const }, "No plan"],
])("a case with %o is “%s”", (change, label) => {
  expect(careStatus(patient(1, change)).label).toBe(label);
});

test.each([
  [4, 3, "Hot flashes: was 4, now 3"],
  [null, 3, "Hot flashes: now 3"],
  [4, null, "Hot flashes: was 4, not answered"],
])("a symptom that was %s and is %s reads “%s”", (before, now, text) => {
  expect(symptomChange({ id: "hot_flashes", name: "Hot flashes", before, now })).toBe(text);
});
