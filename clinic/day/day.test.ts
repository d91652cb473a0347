import { describe, expect, test } from "vitest";
import type { InboxCount } from "#contract/care/inbox.ts";
import { dayRows } from "./day-rows.ts";

describe("decisions §11 how many wait and how long, promised against kept", () =>
  test("counts, the longest wait and what is late come from the inbox's answer", () => {
    const none = { waiting: 0, oldest: null, promised: null, late: null, mine: 0, nobodys: 0 };
    const decision = (businessdays: number) => ({ what: "A decision", businessdays });
    const counts: InboxCount[] = [
      { ...none, kind: "incoming", waiting: 2, oldest: "2026-11-20T15:00:00Z", promised: decision(1), late: 1 },
      { ...none, kind: "identity", waiting: 1, oldest: "2026-11-01T15:00:00Z" },
      { ...none, kind: "renewal", promised: decision(2), late: 0 },
      {
        ...none,
        kind: "work_item",
        promised: { what: "A look by the day each one says", businessdays: null },
        late: 0,
      },
    ];
    expect(dayRows(counts)).toEqual([
      {
        kind: "incoming",
        count: 2,
        oldest: "2026-11-20T15:00:00Z",
        promised: "A decision within 1 business day",
        late: 1,
        within: 1,
      },
      { kind: "identity", count: 1, oldest: "2026-11-01T15:00:00Z", promised: null, late: null, within: null },
      { kind: "renewal", count: 0, oldest: null, promised: "A decision within 2 business days", late: 0, within: 0 },
      { kind: "work_item", count: 0, oldest: null, promised: "A look by the day each one says", late: 0, within: 0 },
    ]);
  }));
