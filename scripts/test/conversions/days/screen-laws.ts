import {
  type Shown,
  dayAfter,
  days,
  isoOf,
  longMonth,
  momentOf,
  monthNames,
  shortMonth,
  timeText,
  wallClock,
  zones,
} from "../calendar.ts";
import { type Table, law } from "../laws.ts";
import { dayMs, eachMoment, hourMs, longDay, minuteMs, practice, two } from "./moments.ts";

/** Of a moment given as its text, what the practice reads. */
const ofPractice = (expected: (shown: Shown) => string) =>
  law<(moment: string) => string>((convert, cases) =>
    eachMoment((_, at, shown) => cases.is(convert(isoOf(at)), expected(shown), isoOf(at)), [practice]),
  );

const easternTime = ({ hour, minute }: Shown) => `${timeText(hour, minute)} ET`;

/** How a heading names a day: by the days between, in the device's own clock. */
const heading = (format: (when: "Today" | "Yesterday" | "this year" | "before", at: Date) => string) =>
  law<(moment: string, now: Date) => string>((convert, cases) => {
    for (const [index, { year, month, date }] of days.entries()) {
      if (index % 3 !== 0) continue;
      const now = new Date(year, month - 1, date, 0, 5);
      for (const back of [0, 1, 2, 40, 366]) {
        const at = new Date(year, month - 1, date - back, 23, 55);
        const words =
          back === 0 ? "Today" : back === 1 ? "Yesterday" : at.getFullYear() === year ? "this year" : "before";
        cases.is(convert(at.toISOString(), now), format(words, at), at, now);
      }
    }
  });
const inWords = (when: string, at: Date): string => {
  if (when === "Today" || when === "Yesterday") return when;
  return `${monthNames[at.getMonth()]} ${at.getDate()}${when === "before" ? `, ${at.getFullYear()}` : ""}`;
};
const lateEvening = timeText(23, 55);

interface DatesIn {
  readonly [name: string]: (moment: string, now: Date) => string;
}

/** What must hold of every way in which somebody reads when something was. */
export const screenLaws: Table = {
  // What the practice reads.
  "app/formats/dates.ts formatDay": ofPractice(longDay),
  "app/formats/dates.ts formatMonthDayOf": ofPractice((shown) => `${shortMonth(shown)} ${shown.date}`),
  "clinic/ui/labels/practice-time.ts practiceTime": ofPractice(easternTime),
  "clinic/ui/labels/practice-time.ts practiceDay": ofPractice(({ day }) => day),
  "clinic/ui/labels/practice-time.ts practiceDayAndTime": ofPractice(
    (shown) => `${longDay(shown)} at ${easternTime(shown)}`,
  ),
  "clinic/ui/labels/practice-time.ts practiceDayHeading": law<(on: string, now: Date) => string>((head, cases) => {
    for (const day of days)
      for (const back of [0, 1, 2, 40, 366]) {
        const on = dayAfter(day.day, -back);
        const otherwise = on.year === day.year ? `${longMonth(on)} ${on.date}` : longDay(on);
        const expected = back === 0 ? "Today" : back === 1 ? "Yesterday" : otherwise;
        for (const hour of [0, 12, 23])
          cases.is(head(on.day, new Date(momentOf(practice, day, hour))), expected, on, day, hour);
      }
  }),
  "clinic/ui/labels/practice-time.ts onPracticeDay": law<(moment: string, now: Date) => string>((on, cases) => {
    for (const day of days)
      for (const back of [0, 1, 2, 366]) {
        const at = dayAfter(day.day, -back);
        const words = back === 0 ? "today at" : back === 1 ? "yesterday at" : "on";
        const rest =
          back < 2 ? `${timeText(23, 0)} ET` : at.year === day.year ? `${longMonth(at)} ${at.date}` : longDay(at);
        const now = new Date(momentOf(practice, day, 23) + minuteMs);
        cases.is(on(isoOf(momentOf(practice, at, 23)), now), `${words} ${rest}`, at.day, day.day);
      }
  }),

  // What a patient reads, in the zone where they are and by the clock of their device.
  "app/formats/dates.ts datesIn": law<(zone: string) => DatesIn>((datesIn, cases) => {
    for (const zone of zones) {
      const dates = datesIn(zone);
      const read = (name: string, at: number, now = at) => dates[name]?.(isoOf(at), new Date(now));
      for (const day of days)
        for (const at of [0, 12, 23].map((hour) => momentOf(zone, day, hour))) {
          const shown = wallClock(zone, at);
          const long = `${longMonth(day)} ${two(day.date)}, ${day.year}`;
          cases.is(read("formatDay", at), longDay(day), zone, isoOf(at));
          cases.is(read("longDay", at), long, zone, isoOf(at));
          cases.is(read("formatMonthDayOf", at), `${shortMonth(day)} ${day.date}`, zone, isoOf(at));
          cases.is(read("formatDayAndTime", at), `${longDay(day)} at ${timeText(shown.hour, 0)}`, zone, isoOf(at));
          for (const later of [0, 1, 2, 13, 14]) {
            const now = momentOf(zone, dayAfter(day.day, later), 23) + minuteMs;
            const title = later === 0 ? "Today" : later === 1 ? "Yesterday" : long;
            cases.is(read("dayTitle", at, now), title, zone, isoOf(at), later);
            const inDays = later === 1 ? "yesterday" : later < 14 ? `${later} days ago` : "2 weeks ago";
            // A day on which clocks go back is longer than one that has passed.
            const ago = later === 0 ? "24 hours ago" : inDays;
            if (now - at >= dayMs) cases.is(read("timeAgo", at, now), ago, zone, isoOf(at));
            if (later > 1) cases.is(read("formatMoment", at, now), longDay(day), zone, isoOf(at));
          }
        }
    }
  }),
  "app/formats/dates.ts dayHeading": heading(inWords),
  "app/formats/dates.ts whenInWords": heading((when, at) =>
    when === "Today" || when === "Yesterday" ? `${when} at ${lateEvening}` : inWords(when, at),
  ),
  "app/formats/dates.ts onWhenInWords": heading((when, at) =>
    when === "Today" || when === "Yesterday" ? `${when.toLowerCase()} at ${lateEvening}` : `on ${inWords(when, at)}`,
  ),
  "app/formats/dates.ts shortTime": heading((when, at) => {
    if (when === "Today") return `Today, ${lateEvening}`;
    return inWords(when, at).replace(/^([A-Z][a-z]{2})[a-z]*(?= )/, "$1");
  }),
  "app/formats/dates.ts formatTime": law<(moment: string) => string>((formatTime, cases) => {
    for (let minutes = 0; minutes < 1440; minutes += 1) {
      const at = new Date(2027, 5, 3, 0, minutes);
      cases.is(formatTime(at.toISOString()), timeText(Math.floor(minutes / 60), minutes % 60), minutes);
    }
  }),
  "app/formats/dates.ts dayKey": law<(moment: string) => string>((key, cases) => {
    const keys = days.map(({ year, month, date }) => {
      const [first, last] = [new Date(year, month - 1, date), new Date(year, month - 1, date, 23, 59)];
      cases.is(key(first.toISOString()), key(last.toISOString()), first);
      return key(first.toISOString());
    });
    cases.is(new Set(keys).size, days.length, "each day has a key of its own");
  }),
  "clinic/audit/audit-filter.ts dayBefore": law<(count: number, now: Date) => string>((before, cases) => {
    for (const { day, year, month, date } of days)
      for (const count of [0, 1, 6, 29, 365])
        cases.is(before(count, new Date(year, month - 1, date, 23, 30)), dayAfter(day, -count).day, day, count);
  }),
  "clinic/session/lock-countdown.tsx secondsToLock": law<(locksat: string | null, now: number) => number | null>(
    (seconds, cases) => {
      for (const { utc } of days) {
        cases.is(seconds(isoOf(utc), utc - 9500), 10, utc);
        cases.is(seconds(isoOf(utc), utc + 9500), 0, utc);
        cases.is(seconds(isoOf(utc), utc - hourMs), null, utc);
      }
      cases.is(seconds(null, 0), null);
    },
  ),
  "clinic/work/urgency.ts span": law<(ms: number) => string>((span, cases) => {
    for (let minutes = 0; minutes < 20_000; minutes += 1) {
      const hours = Math.floor(minutes / 60);
      const text = minutes < 60 ? `${minutes} min` : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
      for (const ms of [minutes * minuteMs, minutes * minuteMs + minuteMs - 1]) {
        cases.is(span(ms), text, ms);
        cases.is(span(-ms), text, -ms);
      }
    }
  }),
  "server/emergency/escalation.ts nextMailAfter": law<(times: number, people: readonly string[], now: Date) => Date>(
    (next, cases) => {
      for (const { utc } of days)
        for (let times = 0; times <= 5; times += 1) {
          const after = next(times, ["a", "b"], new Date(utc)).getTime() - utc;
          cases.holds(after > 0 && after <= dayMs, () => `after ${times} mails it waits for ${after} ms`);
        }
    },
  ),
};
