import { expect, test } from "vitest";
import { longDay } from "#app/formats/dates.ts";

test("§2.3 a date is MMMM DD, YYYY", () => {
  expect(longDay("2026-11-05T15:00:00Z")).toBe("November 05, 2026");
  expect(longDay("2026-05-31T15:00:00Z")).toBe("May 31, 2026");
});

test("§2.3 the day is in the practice's timezone: an evening there is not tomorrow", () => {
  expect(longDay("2026-11-06T03:30:00Z")).toBe("November 05, 2026");
});
