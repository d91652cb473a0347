import { describe, expect, test } from "vitest";
import { chargeDayWhenTold, isReminderDue, nextPeriod, nextRetry, nextSupplyFrom } from "./billing-rules.ts";

describe("decisions §9 a failed charge is tried again on days 3, 5 and 7, and then no more", () => {
  test.each([
    [1, "2026-05-04"],
    [2, "2026-05-06"],
    [3, "2026-05-08"],
    [4, null],
  ])("after try %i", (attempts, expected) => {
    expect(nextRetry("2026-05-01", attempts, "2026-05-01")).toBe(expected);
  });
  test("days that have passed are not made up for", () => {
    expect(nextRetry("2026-05-01", 1, "2026-05-06")).toBe("2026-05-08");
    expect(nextRetry("2026-05-01", 1, "2026-05-20")).toBeNull();
  });
});

describe("decisions §9 the next charge", () => {
  const monthly = { months: 1, anchorDay: 31 };
  test.each([
    ["on its day", "2026-01-31", "2026-01-31", "2026-02-28", 31],
    ["back on the 31st after February", "2026-02-28", "2026-02-28", "2026-03-31", 31],
    ["on 29 February in a leap year", "2028-01-31", "2028-01-31", "2028-02-29", 31],
    ["up to a week late it keeps its rhythm", "2026-05-31", "2026-06-07", "2026-06-30", 31],
    ["later than that it is counted from the charge", "2026-05-31", "2026-06-08", "2026-07-08", 8],
    ["and so when she took it early", "2026-05-31", "2026-05-24", "2026-06-24", 24],
    ["or when the clock ran on by months", "2026-05-31", "2026-09-15", "2026-10-15", 15],
  ])("%s", (_, dueOn, chargedOn, chargeOn, anchorDay) => {
    expect(nextPeriod({ ...monthly, dueOn, chargedOn })).toEqual({ chargeOn, anchorDay });
  });
  test("every three months", () => {
    const period = { months: 3, anchorDay: 30, dueOn: "2026-11-30", chargedOn: "2026-11-30" };
    expect(nextPeriod(period)).toEqual({ chargeOn: "2027-02-28", anchorDay: 30 });
  });
});

describe("decisions §9 she is told five days before every charge", () => {
  test.each([
    ["2026-03-08", "2026-03-03", true],
    ["2026-03-09", "2026-03-03", false],
    ["2026-11-01", "2026-10-27", true],
  ])("of one on %s, on %s: %s", (chargeOn, today, expected) => {
    expect(isReminderDue(chargeOn, today)).toBe(expected);
  });
  test("a charge she could not be told of in time is put off", () => {
    expect(chargeDayWhenTold("2026-03-08", "2026-03-03")).toBe("2026-03-08");
    expect(chargeDayWhenTold("2026-03-08", "2026-03-10")).toBe("2026-03-15");
  });
});

test.each([
  [28, "2026-05-22"],
  [30, "2026-05-24"],
  [84, "2026-07-03"],
  [90, "2026-07-08"],
])("decisions §9 of %i days 75 %% are used on %s", (days, expected) => {
  expect(nextSupplyFrom({ start: "2026-05-01", days })).toBe(expected);
});
