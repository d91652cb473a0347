import { describe, expect, test } from "vitest";
import {
  afterDeclinedCharge,
  afterUnpaidCharge,
  chargeDayWhenNotified,
  isReminderDue,
  nextChargeDay,
  nextCycleDay,
  notPastDue,
  pauseEndDays,
} from "./charge-days.ts";

describe("decisions §9 a failed charge is retried on days 3, 5 and 7, then no more", () => {
  test.each([
    [1, "2026-05-04"],
    [2, "2026-05-06"],
    [3, "2026-05-08"],
    [4, null],
  ])("after attempt %i", (attempts, expected) => {
    expect(afterDeclinedCharge({ failed_on: "2026-05-01", attempts: attempts - 1 }, "2026-05-01")).toEqual({
      failed_on: "2026-05-01",
      attempts,
      retry_on: expected,
    });
  });
  test("missed retry days are not made up for", () => {
    const first = { failed_on: "2026-05-01", attempts: 0 };
    expect(afterDeclinedCharge(first, "2026-05-06").retry_on).toBe("2026-05-08");
    expect(afterDeclinedCharge(first, "2026-05-20").retry_on).toBeNull();
  });
  test("the first failure starts the days", () => {
    expect(afterDeclinedCharge(notPastDue, "2026-05-01")).toEqual({
      failed_on: "2026-05-01",
      attempts: 1,
      retry_on: "2026-05-04",
    });
  });
  test("a card saved since is tried tomorrow, also after the last retry", () => {
    const last = { failed_on: "2026-05-01", attempts: 3 };
    const facts = { today: "2026-05-08", isDeclined: true, hasNewCard: true };
    expect(afterUnpaidCharge(last, facts)).toEqual({ failed_on: "2026-05-01", attempts: 4, retry_on: "2026-05-09" });
  });
  test("a charge that was cancelled or voided is not an attempt", () => {
    const facts = { today: "2026-05-04", isDeclined: false, hasNewCard: false };
    expect(afterUnpaidCharge(notPastDue, { ...facts, hasNewCard: true })).toEqual(notPastDue);
    const pastDue = { failed_on: "2026-05-01", attempts: 1 };
    expect(afterUnpaidCharge(pastDue, facts)).toEqual({ ...pastDue, retry_on: "2026-05-06" });
  });
  test("what is past due is charged on the day of its retry, or not automatically", () => {
    const planned = { ...notPastDue, charge_on: "2026-05-01" };
    expect(nextChargeDay(planned)).toBe("2026-05-01");
    expect(nextChargeDay({ ...planned, failed_on: "2026-05-01", retry_on: "2026-05-04" })).toBe("2026-05-04");
    expect(nextChargeDay({ ...planned, failed_on: "2026-05-01" })).toBeNull();
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
  expect(pauseEndDays(planned, "2026-01-05")).toEqual(ends);
});

test("one that is changed ends no sooner than the patient can be told of the charge", () => {
  expect(pauseEndDays("2026-01-31", "2026-03-29")).toEqual(["2026-04-03", "2026-04-03", "2026-04-30"]);
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
