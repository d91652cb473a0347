import { expect, test } from "vitest";
import { parseCron } from "./cron.ts";

const at = (time: string) => new Date(`2026-03-05T${time}:00Z`);

test.each([
  ["* * * * *", "00:00", true],
  ["23 * * * *", "17:23", true],
  ["23 * * * *", "17:24", false],
  ["*/10 * * * *", "09:40", true],
  ["*/10 * * * *", "09:41", false],
  ["13 12-23 * * *", "23:13", true],
  ["13 12-23 * * *", "11:13", false],
  ["29 3 * * *", "03:29", true],
  ["29 3 5 3 4", "03:29", true],
  ["29 3 6 * *", "03:29", false],
  ["29 3 * 4 *", "03:29", false],
  ["29 3 * * 5", "03:29", false],
])("%s at %s is due: %s", (cron, time, due) => {
  expect(parseCron(cron)(at(time))).toBe(due);
});

test("what is not understood is refused, rather than never due", () => {
  for (const cron of ["* * * *", "60s * * * *", "1,2 * * * *", "@daily"]) expect(() => parseCron(cron)).toThrow();
});
