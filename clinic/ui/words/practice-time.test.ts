import { expect, test } from "vitest";
import { onPracticeDay, practiceDay, practiceDayAndTime, practiceDayHeading, practiceTime } from "./practice-time.ts";

const now = new Date("2026-11-25T03:30:00Z");

test.each([
  ["2026-11-25T03:04:05Z", "10:04 PM ET", "2026-11-24", "Today", "today at 10:04 PM ET"],
  ["2026-11-24T04:59:00Z", "11:59 PM ET", "2026-11-23", "Yesterday", "yesterday at 11:59 PM ET"],
  ["2026-11-24T05:00:00Z", "12:00 AM ET", "2026-11-24", "Today", "today at 12:00 AM ET"],
  ["2026-06-03T19:04:00Z", "3:04 PM ET", "2026-06-03", "June 3", "on June 3"],
  ["2025-06-03T19:04:00Z", "3:04 PM ET", "2025-06-03", "June 3, 2025", "on June 3, 2025"],
])("%s is %s by the practice’s clock, whatever the computer’s is", (moment, time, day, heading, sentence) => {
  expect(practiceTime(moment)).toBe(time);
  expect(practiceDay(moment)).toBe(day);
  expect(practiceDayHeading(day, now)).toBe(heading);
  expect(onPracticeDay(moment, now)).toBe(sentence);
});

test("a time in full has its day and the zone it is in", () => {
  expect(practiceDayAndTime("2026-06-03T19:04:05Z")).toBe("June 3, 2026 at 3:04 PM ET");
});
