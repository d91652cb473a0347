import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { addDays } from "./calendar-days.ts";
import { addWorkingDays, type ClosedDays, workingDayFrom } from "./working-days.ts";

const { closed } = (await shippedContent()).promises;
const closedIn = (year: number, rules: ClosedDays = closed) => {
  const days: string[] = [];
  for (let day = `${String(year)}-01-01`; day.startsWith(String(year)); day = addDays(day, 1))
    if (workingDayFrom([], day) === day && workingDayFrom(rules, day) !== day) days.push(day);
  return days;
};

describe("what is promised in business days leaves out the days on which the practice is closed", () => {
  // As the Office of Personnel Management lists them for these years.
  test.each([
    [2026, ["2026-01-01", "2026-05-25", "2026-07-03", "2026-09-07", "2026-11-26", "2026-12-25"]],
    [2027, ["2027-01-01", "2027-05-31", "2027-07-05", "2027-09-06", "2027-11-25", "2027-12-24", "2027-12-31"]],
    [2028, ["2028-05-29", "2028-07-04", "2028-09-04", "2028-11-23", "2028-12-25"]],
    [2033, ["2033-05-30", "2033-07-04", "2033-09-05", "2033-11-24", "2033-12-26"]],
  ])("closed in %i", (year, days) => expect(closedIn(year)).toEqual(days));

  test("each weekday of a month, first to fourth and last, in a month that begins with it and in one that doesn't", () => {
    const rule = (weekday: "monday" | "friday", nth: 1 | 2 | 3 | 4 | "last") =>
      closedIn(2027, [{ name: "x", month: 2, weekday, nth }])[0];
    expect([1, 2, 3, 4, "last"].map((nth) => rule("monday", nth as 1))).toEqual([
      ...["2027-02-01", "2027-02-08", "2027-02-15", "2027-02-22", "2027-02-22"],
    ]);
    expect([1, 2, 3, 4, "last"].map((nth) => rule("friday", nth as 1))).toEqual([
      ...["2027-02-05", "2027-02-12", "2027-02-19", "2027-02-26", "2027-02-26"],
    ]);
  });

  test("one working day after the day before Thanksgiving is Friday, two after Christmas Eve's eve go over the weekend", () => {
    expect(addWorkingDays(closed, "2026-11-25", 1)).toBe("2026-11-27");
    expect(addWorkingDays(closed, "2026-12-23", 2)).toBe("2026-12-28");
    expect(addWorkingDays(closed, "2027-12-30", 1)).toBe("2028-01-03");
    expect(workingDayFrom(closed, "2026-12-25")).toBe("2026-12-28");
    expect(workingDayFrom(closed, "2026-12-24")).toBe("2026-12-24");
  });
});
