import { describe, expect, test } from "vitest";
import { formatHour } from "#contract/fields/formats.ts";
import {
  daysOptions,
  type DoseSchedule,
  isScheduled,
  lastScheduled,
  nextReminder,
  nextScheduled,
  weekdaysText,
} from "./dose-days.ts";

// Monday, November 2, 2026.
const monday = "2026-11-02";
const schedule = (change: Partial<DoseSchedule> = {}): DoseSchedule => ({
  days: [1, 4],
  remindAt: null,
  firstDay: "2026-10-01",
  ...change,
});

describe("days to choose from", () => {
  test("twice a week is always three and four days apart, each pair once", () => {
    const options = daysOptions({ daysaweek: 2 });
    const gaps = options.map(([one = 0, other = 0]) => Math.min(other - one, 7 - (other - one)));
    expect(gaps).toEqual(Array.from({ length: 7 }, () => 3));
    expect(new Set(options.map(String)).size).toBe(7);
  });
  test("once a week is any day, every day leaves no choice", () => {
    expect(daysOptions({ daysaweek: 1 })).toHaveLength(7);
    expect(daysOptions({ daysaweek: 7 })).toEqual([[0, 1, 2, 3, 4, 5, 6]]);
  });
  test("in words", () => {
    expect(weekdaysText([1, 4])).toBe("Mondays and Thursdays");
    expect(weekdaysText([0, 1, 2, 3, 4, 5, 6])).toBeNull();
    expect([5, 12, 20].map(formatHour)).toEqual(["5 am", "noon", "8 pm"]);
  });
});

describe("the days of a medicine", () => {
  test("are those picked, from the first day on", () => {
    expect([monday, "2026-11-03", "2026-11-05"].map((day) => isScheduled(schedule(), day))).toEqual([
      true,
      false,
      true,
    ]);
    expect(isScheduled(schedule({ firstDay: "2026-11-03" }), monday)).toBe(false);
  });
  test("the last one before a day; none before the first day", () => {
    expect(lastScheduled(schedule(), "2026-11-03")).toBe(monday);
    expect(lastScheduled(schedule(), monday)).toBe("2026-10-29");
    expect(lastScheduled(schedule({ firstDay: "2026-11-03" }), "2026-11-04")).toBeNull();
  });
  test("the next one after today", () => {
    expect(nextScheduled(schedule(), monday)).toBe("2026-11-05");
    expect(nextScheduled(schedule({ firstDay: "2026-11-06" }), monday)).toBe("2026-11-09");
  });
});

describe("the next reminder", () => {
  const reminder = (after: string, change: Partial<DoseSchedule> = {}) =>
    nextReminder(schedule({ remindAt: 20, ...change }), "America/Chicago", monday, new Date(after))?.toISOString();
  test("is at the picked hour of the patient's time zone, today while it is to come, else on the next day", () => {
    expect(reminder("2026-11-02T18:00:00Z")).toBe("2026-11-03T02:00:00.000Z");
    expect(reminder("2026-11-03T02:00:00Z")).toBe("2026-11-06T02:00:00.000Z");
  });
  test("is none where none is wanted", () => {
    expect(reminder("2026-11-02T18:00:00Z", { remindAt: null })).toBeUndefined();
  });
});
