import { describe, expect, test } from "vitest";
import { entryObstacle, isOutcome, type LogKind, logKindOf, presentEntry, readableLogKinds } from "./log-rules.ts";

const kind = (change: Partial<LogKind> = {}): LogKind => ({
  ...{ label: "Call", words: "What was said", about: "patient", writes: ["nurse", "pharmacy"], ends: "at_once" },
  fields: {
    who: { label: "Who called", type: "choice", choices: { they: "They did", we: "We did" } },
    number: { label: "Number", type: "line", optional: true },
    on: { label: "On", type: "day" },
  },
  outcomes: { talked: "We talked", nobody: "Nobody answered" },
  ...change,
});
const full = [
  { id: "who", value: "we" },
  { id: "on", value: "2026-11-24" },
];

describe("a new entry has what its kind asks for", () => {
  test.each([
    ["everything that's needed", full, "talked", null],
    ["what may be left out", [...full, { id: "number", value: "212 555 0100" }], "nobody", null],
    ["a field left out", [full[1]], "talked", "fields.who"],
    ["a choice there isn't", [{ id: "who", value: "toString" }, full[1]], "talked", "fields.who"],
    ["what is no day", [full[0], { id: "on", value: "2026-02-30" }], "talked", "fields.on"],
    ["a field of another kind", [...full, { id: "constructor", value: "x" }], "talked", "fields.constructor"],
    ["a field twice", [...full, { id: "who", value: "they" }], "talked", "fields"],
    ["no outcome", full, undefined, "outcome"],
    ["an outcome there isn't", full, "valueOf", "outcome"],
  ] as const)("%s", (_, fields, outcome, path) => {
    const found = entryObstacle(kind(), { fields: fields.flatMap((each) => each ?? []), outcome });
    expect(found?.path ?? null).toBe(path);
  });

  test.each(["work", "chart"] as const)("nothing has come yet of what ends as %s", (ends) => {
    expect(entryObstacle(kind({ ends }), { fields: full })).toBeNull();
    expect(entryObstacle(kind({ ends }), { fields: full, outcome: "talked" })?.path).toBe("outcome");
  });

  test("a kind without outcomes takes none", () => {
    expect(isOutcome(undefined, undefined)).toBe(true);
    expect(isOutcome(undefined, "talked")).toBe(false);
    expect(isOutcome({ talked: "We talked" }, undefined)).toBe(false);
  });
});

describe("who reads the entries of others", () => {
  const kinds = {
    call: kind(),
    complaint: kind({ confidential: true, ends: "work", work: { for: "administrator", within: { days: 3 } } }),
    hold: kind({ confidential: true, ends: "chart", reads: ["finance"] }),
    stock: kind({ about: "practice", reads: ["finance"], writes: ["pharmacy"] }),
  };
  test.each([
    ["pharmacy", false, ["call", "stock"]],
    ["nurse", true, ["call"]],
    ["physician", true, ["call"]],
    ["patient_services", false, []],
    ["finance", false, ["hold", "stock"]],
    ["administrator", false, ["complaint"]],
  ] as const)("%s", (role, clinical, expected) => expect(readableLogKinds(kinds, [role], clinical)).toEqual(expected));

  test("a name that every object has is no kind", () => expect(logKindOf(kinds, "constructor")).toBeNull());
});

test("an entry reads in its kind's order and words, and by its ids where its kind is gone", () => {
  const fields = [
    { id: "number", value: "1" },
    { id: "who", value: "we" },
  ];
  const row = { log_outcome: "talked", on_chart: false };
  expect(presentEntry("call", kind(), fields, row)).toMatchObject({
    ...{ label: "Call", ends: "at_once", record: false, outcome: { id: "talked", label: "We talked" } },
    fields: [
      { id: "who", label: "Who called", value: "We did" },
      { id: "number", label: "Number", value: "1" },
    ],
  });
  expect(presentEntry("call", null, fields, { ...row, on_chart: true })).toEqual({
    ...{
      kind: "call",
      label: "call",
      ends: "chart",
      record: false,
      unconfirmed: false,
      fdareport: false,
      why: false,
      judged: false,
      outcomes: [],
    },
    fields: [
      { id: "number", label: "number", value: "1" },
      { id: "who", label: "who", value: "we" },
    ],
    outcome: { id: "talked", label: "talked" },
  });
});
