import { describe, expect, test } from "vitest";
import { chargeDayWhenNotified, nextCycleDay, isReminderDue, nextRetry, pauseEndDays } from "./billing-rules.ts";

describe("decisions §9 a failed charge is retried on days 3, 5 and 7, then no more", () => {
  test.each([
    [1, "2026-05-04"],
    [2, "2026-05-06"],
    [3, "2026-05-08"],
    [4, null],
  ])("after attempt %i", (attempts, expected) => {
    expect(nextRetry("2026-05-01", attempts, "2026-05-01")).toBe(expected);
  });
  test("missed retry days are not made up for", () => {
    expect(nextRetry("2026-05-01", 1, "2026-05-06")).toBe("2026-05-08");
    expect(nextRetry("2026-05-01", 1, "2026-05-20")).toBeNull();
  });
});

describe("decisions §9 a planned charge that is not made moves by whole cycles, never to today or earlier", () => {
  test.each([
    ["on its day", "2026-05-10", "2026-05-10", "2026-06-07"],
    ["before its day", "2026-05-10", "2026-05-01", "2026-06-07"],
    ["the day before its cycle is over", "2026-05-10", "2026-06-06", "2026-06-07"],
    ["a cycle later to the day: nobody was told of today", "2026-05-10", "2026-06-07", "2026-07-05"],
    ["months later", "2026-05-10", "2026-09-15", "2026-09-27"],
  ])("%s", (_, planned, today, day) => {
    expect(nextCycleDay(planned, 28, today)).toBe(day);
  });
});

test.each([
  ["2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30"]],
  ["2026-05-10", ["2026-06-10", "2026-07-10", "2026-08-10"]],
])("decisions §9 a pause from %s lasts whole months", (planned, ends) => {
  expect(pauseEndDays(planned)).toEqual(ends);
});

describe("decisions §9 the patient is notified five days before every charge", () => {
  test.each([
    ["2026-03-08", "2026-03-03", true],
    ["2026-03-09", "2026-03-03", false],
    ["2026-11-01", "2026-10-27", true],
  ])("of one on %s, on %s: %s", (chargeOn, today, expected) => {
    expect(isReminderDue(chargeOn, today)).toBe(expected);
  });
  test("a charge that cannot be notified in time is postponed", () => {
    expect(chargeDayWhenNotified("2026-03-08", "2026-03-03")).toBe("2026-03-08");
    expect(chargeDayWhenNotified("2026-03-08", "2026-03-10")).toBe("2026-03-15");
  });
});
