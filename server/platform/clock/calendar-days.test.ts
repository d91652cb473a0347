import { expect, test } from "vitest";
import { addMonths, addDays, formatDay, daysBetween } from "./calendar-days.ts";

test.each([
  ["2026-01-15", 1, "2026-02-15"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2027-11-30", 3, "2028-02-29"],
  ["2026-12-31", 1, "2027-01-31"],
])("%s and %i months is %s", (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

test("days are counted correctly across a clock change", () => {
  expect(addDays("2026-03-07", 2)).toBe("2026-03-09");
  expect(addDays("2026-11-01", -1)).toBe("2026-10-31");
  expect(daysBetween("2026-03-01", "2026-04-01")).toBe(31);
});

test("a day in words", () => {
  expect(formatDay("2026-05-07")).toBe("Thursday, May 7");
});
