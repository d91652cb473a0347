import { formatMonth } from "#contract/fields/formats.ts";
import { expect, test } from "vitest";

test.each([
  ["2026-01", "January 2026"],
  ["2025-12", "December 2025"],
])("the month of a reward, %s, is %s in every time zone", (month, expected) => {
  expect(formatMonth(month)).toBe(expected);
});
