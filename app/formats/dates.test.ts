import { describe, expect, test } from "vitest";
import { dayHeading, dayKey, shortTime, datesIn } from "./dates.ts";

const { formatMoment } = datesIn("America/New_York");

test("a moment today shows its time, an earlier one its day", () => {
  const now = new Date(2026, 5, 3, 20, 0);
  expect(formatMoment(new Date(2026, 5, 3, 15, 4).toISOString(), now)).toMatch(/^Today, 3:04\sPM$/);
  expect(formatMoment(new Date(2026, 5, 2, 15, 4).toISOString(), now)).toBe("June 2, 2026");
});

describe("§2.3 days and times", () => {
  const now = new Date(2026, 5, 3, 15, 4);
  const at = (...pieces: [number, number, number, number]) => new Date(...pieces).toISOString();
  test.each([
    [at(2026, 5, 3, 0), "Today", "Today, 12:00 AM"],
    [at(2026, 5, 2, 23), "Yesterday", "Yesterday"],
    [at(2026, 5, 1, 23), "June 1", "Jun 1"],
    [at(2025, 11, 31, 9), "December 31, 2025", "Dec 31, 2025"],
  ])("%s is %s", (moment, expected, short) => {
    expect(dayHeading(moment, now)).toBe(expected);
    expect(shortTime(moment, now).replace("\u202f", " ")).toBe(short);
  });
  test("two moments of a day have the same key", () => {
    expect(dayKey(at(2026, 5, 3, 1))).toBe(dayKey(at(2026, 5, 3, 23)));
    expect(dayKey(at(2026, 5, 3, 1))).not.toBe(dayKey(at(2026, 5, 2, 23)));
  });
});
