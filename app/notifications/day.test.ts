import { expect, test } from "vitest";
import { datesIn } from "#app/formats/dates.ts";

const { longDay } = datesIn("America/New_York");

test("§2.3 a date is MMMM DD, YYYY", () => {
  expect(longDay("2026-11-05T15:00:00Z")).toBe("November 05, 2026");
  expect(longDay("2026-05-31T15:00:00Z")).toBe("May 31, 2026");
});

test("§2.3 the day is in the patient's time zone: an evening there is not tomorrow", () => {
  expect(longDay("2026-11-06T03:30:00Z")).toBe("November 05, 2026");
});
