import { expect, test } from "vitest";
import { datesIn } from "./dates.ts";

const { dayTitle, timeAgo } = datesIn("America/New_York");

/** Noon in New York. */
const now = new Date("2026-11-25T17:00:00Z");

test.each([
  ["2026-11-25T17:01:00Z", "just now", "Today"],
  ["2026-11-25T16:59:30Z", "just now", "Today"],
  ["2026-11-25T16:59:00Z", "1 minute ago", "Today"],
  ["2026-11-25T16:01:00Z", "59 minutes ago", "Today"],
  ["2026-11-25T14:30:00Z", "2 hours ago", "Today"],
  ["2026-11-25T03:00:00Z", "14 hours ago", "Yesterday"],
  ["2026-11-24T12:00:00Z", "yesterday", "Yesterday"],
  ["2026-11-21T12:00:00Z", "4 days ago", "November 21, 2026"],
  ["2026-11-05T12:00:00Z", "2 weeks ago", "November 05, 2026"],
])("§2.3 %s is “%s”, under “%s”", (moment, ago, day) => {
  expect(timeAgo(moment, now)).toBe(ago);
  expect(dayTitle(moment, now)).toBe(day);
});
