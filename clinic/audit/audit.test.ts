import { describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { type AuditItem, auditKinds } from "#contract/care/audit.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { actorName } from "./actor-name.ts";
import { auditCsv, deedText } from "./audit-csv.ts";
import { auditQuery, dayBefore, filterFromSearch, searchOfFilter } from "./audit-filter.ts";
import { auditDays } from "./audit-rows.ts";
import { exportAll } from "./export-all.ts";
import { actorsNamed } from "./audit-subject-search.tsx";
import { deeds, pastOf } from "./what-was-done.ts";

const item = (change: Partial<AuditItem> = {}): AuditItem => ({
  at: "2026-11-25T17:00:00.000Z",
  actor: `staff:${staffId(1)}`,
  actorname: "Nora Nurse",
  patientid: staffId(9),
  patientname: "Rosa Winter",
  call: "care.patient",
  status: 200,
  code: null,
  ground: null,
  words: null,
  ...change,
});

describe("the filter of the audit is its address", () => {
  test.each([
    `patient=${staffId(9)}`,
    `patient=${staffId(9)}&actor=staff%3A${staffId(1)}`,
    `actor=staff%3A${staffId(1)}&from=2026-11-01&to=2026-11-25`,
    ...auditKinds.map((kind) => `actor=key%3A1&what=${kind}`),
    "",
  ])("“%s” survives a reload", (search) => {
    expect(searchOfFilter(filterFromSearch(search))).toBe(search);
  });

  test("nothing is asked for until a patient or an actor is chosen", () => {
    expect(auditQuery(filterFromSearch("from=2026-11-01&what=opened"))).toBeNull();
    expect(auditQuery(filterFromSearch("patient=%20"))).toBeNull();
  });

  test("each part of it is asked for, and no other", () => {
    expect(auditQuery(filterFromSearch("patient=p&actor=a&what=refused"))).toEqual({
      patient: "p",
      actor: "a",
      what: "refused",
    });
    expect(auditQuery(filterFromSearch("actor=a"))).toEqual({ actor: "a" });
  });

  test("both days are included: it ends where the day after begins", () => {
    const query = auditQuery(filterFromSearch(`patient=${staffId(9)}&from=2026-11-25&to=2026-11-25`));
    expect(Date.parse(query?.until ?? "") - Date.parse(query?.since ?? "")).toBe(24 * 3_600_000);
  });

  test("what is no day or no kind is left out", () => {
    expect(filterFromSearch("patient=1&from=yesterday&what=all")).toMatchObject({ from: "", what: "" });
  });

  test("days before today, also in another month", () => {
    const now = new Date(2026, 2, 3, 23, 30);
    expect([dayBefore(0, now), dayBefore(6, now)]).toEqual(["2026-03-03", "2026-02-25"]);
  });
});

test.each<[string, string | null, string]>([
  [`staff:${staffId(1)}`, "Nora Nurse", "Nora Nurse"],
  [`staff:${staffId(2)}`, null, "Staff …00000002"],
  [`key:${staffId(90)}`, "Lab", "API key Lab"],
  [`key:${staffId(90)}`, null, "API key …00000090"],
  [`patient:${staffId(9)}`, null, "The patient"],
  ["anonymous", null, "Somebody not signed in"],
  ["system:renewals", null, "System: renewals"],
])("the actor %s, called %s, is %s", (actor, actorname, name) => {
  expect(actorName({ actor, actorname })).toBe(name);
});

test("a colleague is found by the beginnings of their names", () => {
  const named = (name: string) => ({ actor: name, kind: "person" as const, name, left: false });
  const actors = [named("Nora Nurse"), named("Ines Falk"), named("Nina Falk")];
  const find = (typed: string) => actorsNamed(actors, typed).map(({ name }) => name);
  expect([find("n"), find("fa n"), find("FALK"), find("alk"), find(" ")]).toEqual([
    ["Nora Nurse", "Nina Falk"],
    ["Nina Falk"],
    ["Ines Falk", "Nina Falk"],
    [],
    [],
  ]);
});

describe("a row is a sentence", () => {
  test.each<[Partial<AuditItem>, string]>([
    [{}, "opened Rosa Winter’s record"],
    [{ call: "care.cases" }, "saw Rosa Winter in a list of cases"],
    [{ call: "care.cases", patientid: null }, "looked at a list of cases"],
    [{ call: "care.searchPatients", patientid: null }, "searched for patients"],
    [{ call: "care.accept", patientid: null, status: 403 }, "tried to accept a patient into care"],
    [{ call: "care.patient", status: 403 }, "tried to open Rosa Winter’s record"],
    [{ patientname: null }, "opened Patient …00000009’s record"],
    [{ call: "treatment.overview" }, "used their treatment in the app"],
    [{ call: "operations.export" }, "called operations.export"],
  ])("%j: %s", (change, text) => {
    expect(deedText(item(change))).toBe(text);
  });

  test("every call of the practice has one", () => {
    const calls = [...everyCall()]
      .filter(({ call }) => call.access.caller === "clinic" || call.access.caller === "staff")
      .map(({ feature, name }) => `${feature}.${name}`);
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter((call) => !(call in deeds))).toEqual([]);
  });

  test("every verb has its past", () => {
    const verbs = new Set(Object.values(deeds).map((deed) => deed.split(" ")[0] ?? ""));
    const regular = [...verbs].filter((verb) => pastOf(verb) === `${verb}ed`).toSorted();
    expect(regular).toEqual(
      "accept add answer ask assign cancel correct draft end hand look mark open pack print record refund renew review suggest upload void".split(
        " ",
      ),
    );
  });

  test("what says the same one after the other is one row of its day", () => {
    const at = (hour: number, day = 25) => new Date(2026, 10, day, hour).toISOString();
    const days = auditDays([
      item({ at: at(9) }),
      item({ at: at(8) }),
      item({ at: at(7), call: "care.notes" }),
      item({ at: at(6) }),
      item({ at: at(23, 24) }),
    ]);
    expect(days.map(({ day, runs }) => [day, runs.map(({ item: { call }, times }) => [call, times])])).toEqual([
      [
        "Wednesday, November 25, 2026",
        [
          ["care.patient", 2],
          ["care.notes", 1],
          ["care.patient", 1],
        ],
      ],
      ["Tuesday, November 24, 2026", [["care.patient", 1]]],
    ]);
  });
});

describe("the export", () => {
  test("has a row for each call, in words and as it is, and no cell that a spreadsheet runs", () => {
    const lines = auditCsv([
      item({ ground: "second_opinion", words: "=1+1", actorname: "=Nora", patientname: "+Rosa" }),
      item({ patientid: null, status: 403, code: "scope_missing" }),
    ]);
    const [id, actor] = [staffId(9), `staff:${staffId(1)}`];
    expect(lines.split("\r\n")).toEqual([
      '"When (UTC)","Who","Did what","Patient","Why","In their words","Refused because","Actor","Patient’s ID","Call","Status"',
      `"2026-11-25T17:00:00.000Z","'=Nora","opened +Rosa’s record","'+Rosa","Second opinion","'=1+1","","${actor}","${id}","care.patient","200"`,
      `"2026-11-25T17:00:00.000Z","Nora Nurse","tried to open a patient’s record","","","","scope_missing","${actor}","","care.patient","403"`,
      "",
    ]);
  });

  test("reads page after page, and says when there was more than a file takes", async () => {
    const asked: (string | null)[] = [];
    const readPage = (nextpage: string | null) => {
      asked.push(nextpage);
      return Promise.resolve({ items: [item(), item()], nextpage: asked.length < 3 ? String(asked.length) : null });
    };
    const whole = await exportAll(readPage, () => {});
    expect([whole.items.length, whole.complete, asked]).toEqual([6, true, [null, "1", "2"]]);
    asked.length = 0;
    const cut = await exportAll(readPage, () => {}, 3);
    expect([cut.items.length, cut.complete]).toEqual([3, false]);
  });
});
