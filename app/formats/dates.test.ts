import { expect, test } from "vitest";
import { formatCalendarDay, formatDayAndTime, formatDay, formatMoment } from "./dates.ts";

test("a moment today shows its time, an earlier one its day", () => {
  const now = new Date(2026, 5, 3, 20, 0);
  expect(formatMoment(new Date(2026, 5, 3, 15, 4).toISOString(), now)).toMatch(/^Today, 3:04\sPM$/);
  expect(formatMoment(new Date(2026, 5, 2, 15, 4).toISOString(), now)).toBe("June 2, 2026");
});

test("the day of an order is in the practice’s time zone, like the day of its charge, wherever the patient is", () => {
  expect(formatDay("2026-11-10T02:30:00Z")).toBe("November 9, 2026");
  expect(formatDayAndTime("2026-11-10T02:30:00Z")).toMatch(/^November 9, 2026 at 9:30\sPM$/);
});

test("a calendar day is the same in every time zone", () => {
  expect(formatCalendarDay("2026-01-01")).toBe("January 1, 2026");
});
