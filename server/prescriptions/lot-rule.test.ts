import { expect, test } from "vitest";
import { discardAfter, lotObstacle } from "./lot-rule.ts";

test.each<[string, string | null, number, ReturnType<typeof lotObstacle>]>([
  ["a day that nobody knows", null, 28, null],
  ["the day before it leaves", "2026-03-01", 28, { kind: "expired" }],
  ["the day it leaves, for a day", "2026-03-02", 1, null],
  ["the day it leaves, for two days", "2026-03-02", 2, { kind: "ends_early", lastDay: "2026-03-03" }],
  ["the last day of the supply", "2026-03-29", 28, null],
  ["the day before the last", "2026-03-28", 28, { kind: "ends_early", lastDay: "2026-03-29" }],
])("a lot that is good until %s", (_, expiresOn, days, obstacle) => {
  expect(lotObstacle({ expiresOn }, { shipsOn: "2026-03-02", days })).toEqual(obstacle);
});

test.each([
  ["2027-03-01", "2027-03-01"],
  ["2027-03-02", "2027-03-02"],
  ["2027-03-03", "2027-03-02"],
])("of a lot good until %s, filled on March 2, 2026, nothing is used after %s", (expiresOn, last) => {
  expect(discardAfter(expiresOn, "2026-03-02")).toBe(last);
});
