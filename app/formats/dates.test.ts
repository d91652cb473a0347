import { expect, test } from "vitest";
import {
  formatCalendarDay,
  formatDay,
  formatDayAndTime,
  formatMoment,
  formatMonthDay,
  formatMonthDayOf,
  onWhenInWords,
  whenInWords,
} from "./dates.ts";

test("a moment today shows its time, an earlier one its day", () => {
  const now = new Date(2026, 5, 3, 20, 0);
  expect(formatMoment(new Date(2026, 5, 3, 15, 4).toISOString(), now)).toMatch(/^Today, 3:04\sPM$/);
  expect(formatMoment(new Date(2026, 5, 2, 15, 4).toISOString(), now)).toBe("June 2, 2026");
});

test("the day of an order is in the practice’s time zone, like the day of its charge, wherever the patient is", () => {
  expect(formatDay("2026-11-10T02:30:00Z")).toBe("November 9, 2026");
  expect(formatDayAndTime("2026-11-10T02:30:00Z")).toMatch(/^November 9, 2026 at 9:30\sPM$/);
});

test("when something was written, alone and within a sentence", () => {
  const now = new Date(2026, 5, 3, 20, 0);
  const words = (at: Date) => [whenInWords(at.toISOString(), now), onWhenInWords(at.toISOString(), now)];
  expect(words(new Date(2026, 5, 3, 15, 4))).toEqual([
    expect.stringMatching(/^Today at 3:04\sPM$/),
    expect.stringMatching(/^today at 3:04\sPM$/),
  ]);
  expect(words(new Date(2026, 5, 2, 9, 30))[1]).toMatch(/^yesterday at 9:30\sAM$/);
  expect(words(new Date(2026, 4, 20))).toEqual(["May 20", "on May 20"]);
  expect(words(new Date(2025, 4, 20))).toEqual(["May 20, 2025", "on May 20, 2025"]);
});

test("a short day: of the calendar, and of a moment in the practice’s time zone", () => {
  expect(formatMonthDay("2026-02-11")).toBe("Feb 11");
  expect(formatMonthDayOf("2026-11-10T02:30:00Z")).toBe("Nov 9");
});

test("a calendar day is the same in every time zone", () => {
  expect(formatCalendarDay("2026-01-01")).toBe("January 1, 2026");
});
