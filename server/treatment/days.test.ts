import { describe, expect, test } from "vitest";
import { addMonths, addWorkingDays, dayInWords, monthsAfter } from "./days.ts";

test.each([
  ["2026-01-15", 1, "2026-02-15"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2027-11-30", 3, "2028-02-29"],
  ["2026-12-31", 1, "2027-01-31"],
])("%s and %i months is %s", (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

test("months after a moment keep its time", () => {
  expect(monthsAfter(new Date("2026-01-31T10:20:30.400Z"), 1).toISOString()).toBe("2026-02-28T10:20:30.400Z");
});

describe("working days", () => {
  test.each([
    ["2026-05-07", 1, "2026-05-08"],
    ["2026-05-08", 1, "2026-05-11"],
    ["2026-05-09", 1, "2026-05-11"],
    ["2026-05-08", 2, "2026-05-12"],
  ])("%s and %i is %s", (day, count, expected) => {
    expect(addWorkingDays(day, count)).toBe(expected);
  });
});

test("a day in words", () => {
  expect(dayInWords("2026-05-07")).toBe("Thursday, May 7");
});
