import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import type { InboxItem, QueueName } from "#clinic/work/queues.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { dayRows } from "./day-rows.ts";
import { isLate, promises } from "./promises.ts";

const zone = "America/New_York";
/** A Wednesday, noon in New York. */
const now = Date.parse("2026-11-25T17:00:00Z");

let ids = 0;
const item = (queue: QueueName, since: string): InboxItem => ({
  queue,
  id: staffId(++ids),
  patient: patient(1),
  name: null,
  since,
  expires: null,
  note: "",
});

describe("decisions §11 how many wait and how long, promised against kept", () => {
  test("counts, the longest wait and what is late come from the inbox's answer", () => {
    const items = [
      item("incoming", "2026-11-25T15:00:00Z"),
      item("incoming", "2026-11-20T15:00:00Z"),
      item("identity", "2026-11-01T15:00:00Z"),
    ];
    const rows = dayRows({ items, cut: ["incoming"] }, ["incoming", "identity", "renewal"], now, zone);
    expect(rows).toEqual([
      {
        queue: "incoming",
        count: "2+",
        oldest: "2026-11-20T15:00:00Z",
        promised: "A decision within 1 business day",
        late: 1,
        within: 1,
      },
      { queue: "identity", count: "1", oldest: "2026-11-01T15:00:00Z", promised: null, late: null, within: null },
      {
        queue: "renewal",
        count: "0",
        oldest: null,
        promised: "A decision within 2 business days",
        late: 0,
        within: 0,
      },
    ]);
  });

  test.each([
    // Until the end of the next working day, in the practice's time.
    ["2026-11-24T14:00:00Z", "2026-11-26T04:59:00Z", false],
    ["2026-11-24T14:00:00Z", "2026-11-26T05:01:00Z", true],
    // From Friday it is Monday, from Saturday as well.
    ["2026-11-20T14:00:00Z", "2026-11-23T20:00:00Z", false],
    ["2026-11-20T14:00:00Z", "2026-11-24T14:00:00Z", true],
    ["2026-11-21T14:00:00Z", "2026-11-24T04:00:00Z", false],
  ])("a case since %s is late at %s: %s", (since, at, late) => {
    expect(isLate(item("incoming", since), Date.parse(at), zone)).toBe(late);
  });

  test("where nothing is promised, nothing is late", () => {
    expect(isLate(item("contact", "2020-01-01T00:00:00Z"), now, zone)).toBe(false);
  });

  test("what a patient told is late by its own day, however long it waits", () => {
    const told = { ...item("work_item", "2026-11-01T14:00:00Z"), expires: "2026-11-26T05:00:00Z" };
    expect(["2026-11-26T04:59:00Z", "2026-11-26T05:00:00Z"].map((at) => isLate(told, Date.parse(at), zone))).toEqual([
      false,
      true,
    ]);
  });

  test("the pharmacy's days are the content's, after the day a decision takes", () => {
    const { pharmacydays } = parse(readFileSync("content/shipping.yaml", "utf8")) as { pharmacydays: number };
    expect(promises.ready?.days).toBe(1 + pharmacydays);
  });
});
