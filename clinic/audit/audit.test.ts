import { describe, expect, test } from "vitest";
import { member, staffId } from "#clinic/testing/staff.ts";
import { actorName } from "./actor-name.ts";
import { auditCsv } from "./audit-csv.ts";
import { auditQuery, filterFromSearch, searchOfFilter } from "./audit-filter.ts";
import { exportAll } from "./export-all.ts";

const item = (change: object = {}) => ({
  at: "2026-11-25T17:00:00.000Z",
  actor: `staff:${staffId(1)}`,
  patientid: staffId(9),
  call: "care.patient",
  status: 200,
  code: null,
  ground: null,
  words: null,
  ...change,
});

describe("the filter of the audit is its address", () => {
  test.each([`patient=${staffId(9)}`, `actor=staff%3A${staffId(1)}&from=2026-11-01&to=2026-11-25`, ""])(
    "“%s” survives a reload",
    (search) => {
      expect(searchOfFilter(filterFromSearch(search))).toBe(search);
    },
  );

  test("nothing is asked for until it is said whose rows", () => {
    expect(auditQuery(filterFromSearch("from=2026-11-01"))).toBeNull();
    expect(auditQuery(filterFromSearch("patient=%20"))).toBeNull();
  });

  test("both days are included: it ends where the day after begins", () => {
    const query = auditQuery(filterFromSearch(`patient=${staffId(9)}&from=2026-11-25&to=2026-11-25`));
    expect(Date.parse(query?.until ?? "") - Date.parse(query?.since ?? "")).toBe(24 * 3_600_000);
  });

  test("what is no day is left out", () => {
    expect(filterFromSearch("patient=1&from=yesterday").from).toBe("");
  });
});

test.each([
  [`staff:${staffId(1)}`, "Nora Nurse"],
  [`staff:${staffId(2)}`, "Staff …00000002"],
  [`key:${staffId(90)}`, "API key …00000090"],
  [`patient:${staffId(9)}`, "The patient"],
  ["anonymous", "Not signed in"],
  ["system:renewals", "System: renewals"],
])("the actor %s is %s", (actor, name) => {
  expect(actorName(actor, [member()])).toBe(name);
});

describe("the export", () => {
  test("has a row for each call, and no cell that a spreadsheet runs", () => {
    const lines = auditCsv(
      [
        item({ ground: "second_opinion", words: "=1+1" }),
        item({ patientid: null, status: 403, code: "scope_missing" }),
      ],
      () => "=Nora",
    );
    expect(lines.split("\r\n")).toEqual([
      '"When (UTC)","Who","Actor","Patient","Call","Status","Refused because","Why","In their words"',
      `"2026-11-25T17:00:00.000Z","'=Nora","staff:${staffId(1)}","${staffId(9)}","care.patient","200","","Second opinion","'=1+1"`,
      `"2026-11-25T17:00:00.000Z","'=Nora","staff:${staffId(1)}","","care.patient","403","scope_missing","",""`,
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
