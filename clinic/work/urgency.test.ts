import { expect, test } from "vitest";
import { expiresSoon, span } from "./urgency.ts";

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, "0 min"],
  [minute - 1, "0 min"],
  [minute, "1 min"],
  [hour - 1, "59 min"],
  [hour, "1 h"],
  [2 * day - 1, "47 h"],
  [2 * day, "2 d"],
  [5 * day - second, "4 d"],
  [-3 * minute, "3 min"],
])("%d ms are %s, before and after", (ms, expected) => {
  expect([span(ms), span(-ms)]).toEqual([expected, expected]);
});

const now = Date.parse("2026-06-01T12:00:00Z");
test.each<[string | null, boolean]>([
  [null, false],
  ["2026-06-01T11:00:00.000Z", true],
  ["2026-06-02T12:00:00.000Z", true],
  ["2026-06-02T12:00:00.001Z", false],
])("what ends at %s ends within a day: %s", (expires, soon) => {
  expect(expiresSoon({ expires }, now)).toBe(soon);
});
