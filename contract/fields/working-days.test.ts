import { describe, expect, test } from "vitest";
import { addWorkingDays } from "./working-days.ts";

describe("working days", () => {
  test.each([
    ["2026-05-07", 1, "2026-05-08"],
    ["2026-05-08", 1, "2026-05-11"],
    ["2026-05-09", 1, "2026-05-11"],
    ["2026-05-08", 2, "2026-05-12"],
  ])("%s and %i is %s", (day, count, expected) => {
    expect(addWorkingDays(day, count)).toBe(expected);
  });
});
