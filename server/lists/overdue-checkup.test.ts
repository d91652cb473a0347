import { expect, test } from "vitest";
import { isCheckupOverdue } from "./overdue-checkup.ts";

const checkup = {
  ...{ label: "Checkup", question: "checkup", source: "A source", ages: { from: 40, to: 74 } },
  ...{ overdue: ["long_ago", "never"], lasts: { lately: 24, last_year: 12 } },
};
const on = { today: "2026-11-30", timezone: "America/Chicago" };
const answered = (value: string | readonly string[], at: string) => ({ value, answeredAt: new Date(at) });

test.each<[string, Parameters<typeof isCheckupOverdue>[1], boolean]>([
  ["nobody who hasn't answered", { answer: null, age: 50 }, false],
  ["an answer that says so", { answer: answered("never", "2026-11-30T12:00:00Z"), age: 50 }, true],
  ["the other one", { answer: answered("long_ago", "2020-11-30T12:00:00Z"), age: 50 }, true],
  ["one of several chosen", { answer: answered(["other", "never"], "2026-11-30T12:00:00Z"), age: 50 }, true],
  [
    "an answer about something else, however old",
    { answer: answered("removed", "2001-01-01T12:00:00Z"), age: 50 },
    false,
  ],
  ["24 months to the day", { answer: answered("lately", "2024-11-30T18:00:00Z"), age: 50 }, true],
  ["a day less", { answer: answered("lately", "2024-12-01T18:00:00Z"), age: 50 }, false],
  [
    "the practice's day of the answer, not the one in UTC",
    { answer: answered("lately", "2024-12-01T05:30:00Z"), age: 50 },
    true,
  ],
  ["12 months, of another answer", { answer: answered("last_year", "2025-11-30T18:00:00Z"), age: 50 }, true],
  ["a day less of that", { answer: answered("last_year", "2025-12-01T18:00:00Z"), age: 50 }, false],
  ["the first age", { answer: answered("never", "2026-11-30T12:00:00Z"), age: 40 }, true],
  ["a year younger", { answer: answered("never", "2026-11-30T12:00:00Z"), age: 39 }, false],
  ["the last age", { answer: answered("never", "2026-11-30T12:00:00Z"), age: 74 }, true],
  ["a year older", { answer: answered("never", "2026-11-30T12:00:00Z"), age: 75 }, false],
  ["an age nobody knows", { answer: answered("never", "2026-11-30T12:00:00Z"), age: null }, true],
])("a checkup: %s", (_, facts, expected) => {
  expect(isCheckupOverdue(checkup, facts, on)).toBe(expected);
});
