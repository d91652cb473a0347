import { expect, test } from "vitest";
import { momentIn, timeZoneName } from "./zoned-time.ts";

test.each([
  ["America/New_York", "2026-01-15", 20, "2026-01-16T01:00:00.000Z"],
  ["America/New_York", "2026-07-15", 20, "2026-07-16T00:00:00.000Z"],
  ["Pacific/Honolulu", "2026-07-15", 22, "2026-07-16T08:00:00.000Z"],
  ["America/Phoenix", "2026-07-15", 7, "2026-07-15T14:00:00.000Z"],
])("in %s, %s at %i is %s", (zone, day, hour, moment) => {
  expect(momentIn(zone, day, hour).toISOString()).toBe(moment);
});

test("on a day when clocks change, an hour before and after the change", () => {
  expect(momentIn("America/Chicago", "2026-03-08", 0).toISOString()).toBe("2026-03-08T06:00:00.000Z");
  expect(momentIn("America/Chicago", "2026-03-08", 5).toISOString()).toBe("2026-03-08T10:00:00.000Z");
  expect(momentIn("America/Chicago", "2026-11-01", 23).toISOString()).toBe("2026-11-02T05:00:00.000Z");
});

test("an hour that clocks skip is the one after it; of one that comes twice, the first", () => {
  expect(momentIn("America/Chicago", "2026-03-08", 2).toISOString()).toBe("2026-03-08T08:00:00.000Z");
  expect(momentIn("America/Chicago", "2026-11-01", 1).toISOString()).toBe("2026-11-01T06:00:00.000Z");
});

test("a time zone by its name", () => {
  expect(timeZoneName("America/Chicago")).toBe("Central Time");
});
