import { describe, expect, test } from "vitest";
import {
  alongText,
  areDays,
  breakBody,
  breakDraft,
  breakText,
  endedBreakText,
  missingFromBreak,
  noBreak,
  plannedBreakText,
} from "./medicine-break.ts";

const filled = { ...noBreak, from: "2031-03-04", until: "2031-03-18", reason: " Knee ", message: " Good luck! " };

describe("decisions §19 a break from a medicine as it's written", () => {
  test("a draft is kept with each of its fields, and another step's is none of it", () => {
    for (const change of [{ from: "2031-03-04" }, { until: "2031-03-18" }, { reason: "R" }, { message: "M" }]) {
      const changed = { ...noBreak, ...change };
      expect(breakDraft.fromText(breakDraft.toText(changed))).toEqual(changed);
    }
    expect(breakDraft.fromText(JSON.stringify({ step: "hold", reason: "Pain", message: "" }))).toEqual(noBreak);
  });

  test.each([
    ["nothing", noBreak, ["from", "until", "reason", "message"]],
    ["all", filled, []],
    ["the same day", { ...filled, until: "2031-03-04" }, ["until"]],
    ["an earlier day", { ...filled, until: "2031-03-03" }, ["until"]],
    ["blanks", { ...filled, reason: " ", message: "\n" }, ["reason", "message"]],
  ])("with %s, what is missing", (_, draft, fields) => expect(Object.keys(missingFromBreak(draft))).toEqual(fields));

  test("it's sent without blanks around it, on the record as it was looked at", () =>
    expect(breakBody(filled, "seen")).toEqual({
      ...{ from: "2031-03-04", until: "2031-03-18", reason: "Knee", message: "Good luck!", revision: "seen" },
    }));

  test("the server is asked once both days are picked, from today on", () => {
    const asked = (from: string, until: string) => areDays({ from, until }, "2031-03-04");
    expect([asked("2031-03-04", "2031-03-05"), asked("2031-03-03", "2031-03-05"), asked("", "2031-03-05")]).toEqual([
      ...[true, false, false],
    ]);
    expect([asked("2031-03-04", ""), asked("2031-03-04", "2031-03-04")]).toEqual([false, false]);
  });
});

describe("decisions §19 what a break means, in words", () => {
  test("what rests along, in the dialog and in the record", () => {
    expect([alongText(["Capsule"]), alongText(["Capsule", "Patch", "Gel"])]).toEqual([
      ...[null, "Patch and Gel: may not be taken without it"],
    ]);
    const rest = { from: "2031-03-04", until: "2031-03-18", alongwith: null };
    const days = "break from March 4, 2031, used again from March 18, 2031";
    expect([
      breakText({ rest: null }),
      breakText({ rest }),
      breakText({ rest: { ...rest, alongwith: "Capsule" } }),
    ]).toEqual([...[null, days, `${days}, because of the one from Capsule`]]);
  });

  test("what was done names only the charge there is", () => {
    const planned = { id: "1", from: "2031-03-04", until: "2031-03-18", names: ["Patch", "Gel"] };
    expect(plannedBreakText({ ...planned, nextchargeon: "2031-04-02" })).toBe(
      "Break planned from March 4, 2031, used again from March 18, 2031: Patch and Gel. Next charge: April 2, 2031.",
    );
    expect(endedBreakText({ id: "1", names: ["Patch"], nextchargeon: null })).toBe("No break any more: Patch.");
  });
});
