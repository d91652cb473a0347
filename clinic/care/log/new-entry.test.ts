import { describe, expect, test } from "vitest";
import type { LogKind } from "#contract/care/log-entry.ts";
import type { Task } from "#contract/care/tasks.ts";
import { entryState } from "./entry-list.tsx";
import { entryBody, kindsToAdd, missingOfEntry } from "./new-entry.ts";

const kind = (change: Partial<LogKind> = {}): LogKind => ({
  ...{ id: "call", label: "Call", words: "What was said", about: "patient", ends: "at_once", mayadd: true },
  ...{ for: null, source: null, outcomes: [{ id: "talked", label: "We talked" }] },
  fields: [
    { id: "who", label: "Who", type: "choice", choices: [{ id: "we", label: "We" }], optional: false },
    { id: "number", label: "Number", type: "line", choices: [], optional: true },
  ],
  ...change,
});
const nothing = { kind: "call", words: "", outcome: "", fields: {} };
const rosa = { patient: { id: "p1", name: "Rosa" } };

test("what one can log of a patient, and what of the practice", () => {
  const kinds = [kind(), kind({ id: "read", mayadd: false }), kind({ id: "breach", about: "practice" })];
  expect(kindsToAdd(kinds, rosa).map(({ id }) => id)).toEqual(["call"]);
  expect(kindsToAdd(kinds, { patient: null }).map(({ id }) => id)).toEqual(["breach"]);
});

describe("a new entry", () => {
  test("what is missing, each beside its field; what may be left out isn't", () => {
    expect(Object.keys(missingOfEntry(kind(), { ...nothing, fields: { who: " " } }))).toEqual([
      ...["fields.who", "outcome", "words"],
    ]);
    const full = { ...nothing, words: "Hello", outcome: "talked", fields: { who: "we" } };
    expect(missingOfEntry(kind(), full)).toEqual({});
    for (const ends of ["work", "chart"] as const)
      expect(missingOfEntry(kind({ ends }), { ...full, outcome: "" })).toEqual({});
    expect(missingOfEntry(kind({ outcomes: [] }), { ...full, outcome: "" })).toEqual({});
  });

  test("is sent without what is empty or was typed for another kind", () => {
    const typed = { ...nothing, words: " Hello ", outcome: "talked", fields: { who: "we", number: " ", lot: "L1" } };
    expect(entryBody(kind(), typed, rosa)).toEqual({
      ...{ kind: "call", words: "Hello", outcome: "talked", fields: [{ id: "who", value: "we" }] },
    });
    expect(entryBody(kind({ ends: "work" }), typed, { ...rosa, order: { id: "o1", number: "7" } })).toEqual({
      ...{ kind: "call", words: "Hello", orderid: "o1", fields: [{ id: "who", value: "we" }] },
    });
  });
});

describe("what came of an entry", () => {
  const log = (ends: "at_once" | "work" | "chart", outcome: string | null): Task["log"] => ({
    ...{
      kind: "call",
      label: "Call",
      ends,
      record: false,
      unconfirmed: false,
      fdareport: false,
      why: false,
      judged: false,
      fields: [],
      outcomes: [],
    },
    outcome: outcome === null ? null : { id: "x", label: outcome },
  });
  const ended = (outcome: "settled" | "done" | "dropped"): Task["ended"] => ({
    ...{ outcome, actor: "", name: null, at: "", note: null },
  });
  const task = (change: Partial<Task>): Task => ({
    ...({ kind: "log", answer: null, dueon: "2026-12-01", seenon: "2026-11-24", ended: null } as Task),
    ...change,
  });
  test.each([
    ["its outcome", { log: log("at_once", "We talked"), ended: ended("settled") }, "We talked"],
    ["nothing, without outcomes", { log: log("at_once", null), ended: ended("settled") }, ""],
    ["that it's no longer so", { log: log("chart", null), ended: ended("done") }, "No longer so"],
    ["that it was an error", { log: log("chart", null), ended: ended("dropped") }, "Entered in error"],
    ["that it stands", { log: log("chart", null) }, "On the chart"],
    ["its day", { log: log("work", null) }, "By Tuesday, December 1"],
    ["that it's late", { log: log("work", null), dueon: "2026-11-23" }, "Overdue since Monday, November 23"],
  ] as const)("%s", (_, change, expected) => expect(entryState(task(change), "2026-11-24")).toBe(expected));
});
