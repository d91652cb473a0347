import { expect, test } from "vitest";
import { movementKinds } from "#contract/care/closing.ts";
import { daysLabel, daysOfMonth, kindLabels, ownDays, periodChoices } from "./accounting-labels.ts";

test("periods begin with the last month that is over, across a year, and end with any days", () => {
  const choices = periodChoices("2026-01-15");
  expect(choices.slice(0, 3)).toEqual([
    { value: "2025-12", label: "December 2025" },
    { value: "2026-01", label: "January 2026, so far" },
    { value: "2025-11", label: "November 2025" },
  ]);
  expect([choices.length, choices.at(-2)?.value, choices.at(-1)?.value]).toEqual([26, "2024-01", ownDays]);
});

test.each([
  ["2026-02", "2026-05-01", "2026-02-28"],
  ["2028-02", "2028-05-01", "2028-02-29"],
  ["2025-12", "2026-01-15", "2025-12-31"],
  ["2026-01", "2026-01-15", "2026-01-15"],
  ["2026-01", "2026-01-31", "2026-01-31"],
])("the days of %s, on %s, end with %s", (month, today, to) =>
  expect(daysOfMonth(month, today)).toEqual({ from: `${month}-01`, to }),
);

test("days that aren't closed are named, the first few of many", () => {
  const days = ["2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06", "2026-11-09", "2026-11-10"];
  expect(daysLabel(days.slice(0, 1))).toBe("November 3");
  expect(daysLabel(days.slice(0, 4))).toBe("November 3, November 4, November 5, and November 6");
  expect(daysLabel(days)).toBe("November 3, November 4, November 5, November 6, and 2 more");
});

test("each kind has words of its own", () => {
  const labels = movementKinds.map((kind) => kindLabels[kind]);
  expect(new Set(labels).size).toBe(movementKinds.length);
});
