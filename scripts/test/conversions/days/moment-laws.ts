import {
  clocksChangeBy,
  dayAfter,
  days,
  isoOf,
  momentOf,
  offsetAt,
  placeOf,
  timeText,
  wallClock,
  zones,
} from "../calendar.ts";
import { type Table, law } from "../laws.ts";
import {
  counts,
  dayMs,
  eachMoment,
  hourMs,
  minuteMs,
  practice,
  receiptYears,
  shortDay,
  two,
  workdaysAfter,
} from "./moments.ts";

/** A practice that is closed on weekends only. */
const daysOf = (timezone: string) => ({ brand: { timezone }, promises: { closed: [] } });
type PracticeDays = ReturnType<typeof daysOf>;

const reminderDays = [[0, 1, 2, 3, 4, 5, 6], [0], [3, 6]];
/** On which weekdays and at which hours one is reminded: on each day two of the six, early and late. */
const remindersOf = (place: number) =>
  [2, 20].map((hour, index) => [reminderDays[(place + index) % reminderDays.length] ?? [], hour] as const);

/** What must hold of everything that turns a moment into a day of a time zone, or a day into a moment. */
export const momentLaws: Table = {
  "contract/fields/formats.ts dayIn": law<(zone: string, at: Date) => string>((dayIn, cases) =>
    eachMoment((zone, at, { day }) => cases.is(dayIn(zone, new Date(at)), day, zone, isoOf(at))),
  ),
  "server/platform/clock/calendar-days.ts startOfDay": law<(zone: string, day: string) => Date>((start, cases) => {
    for (const zone of zones)
      for (const day of days) cases.is(start(zone, day.day).getTime(), momentOf(zone, day, 0), zone, day.day);
  }),
  "server/platform/clock/zoned-time.ts momentIn": law<(zone: string, day: string, hour: number) => Date>(
    (momentIn, cases) => {
      for (const zone of zones)
        for (const day of days)
          for (const hour of clocksChangeBy(zone, day) ? [0, 1, 2, 3, 4, 12, 20, 23] : [0, day.date % 24])
            cases.is(momentIn(zone, day.day, hour).getTime(), momentOf(zone, day, hour), zone, day.day, hour);
    },
  ),
  "server/inbox/promises.ts lateBefore": law<(workdays: number, now: Date, content: PracticeDays) => Date>(
    (lateBefore, cases) => {
      for (const zone of zones)
        for (const day of days)
          for (const workdays of [1, 2]) {
            const late = lateBefore(workdays, new Date(momentOf(zone, day, 23)), daysOf(zone)).getTime();
            const begins = wallClock(zone, late);
            cases.is(`${begins.hour}:${begins.minute}`, "0:0", zone, day.day);
            // What came on that day is promised by today; what came the day before it should have been done.
            cases.holds(
              workdaysAfter(begins.day, workdays) >= day.day,
              () => `${zone} ${day.day}: ${begins.day} isn't late`,
            );
            const before = dayAfter(begins.day, -1).day;
            cases.holds(workdaysAfter(before, workdays) < day.day, () => `${zone} ${day.day}: ${before} is late`);
          }
    },
  ),
  "server/merging/merge-obstacle.ts undoUntil": law<(mergedAt: Date) => Date>((until, cases) => {
    for (const day of days) {
      const at = momentOf("America/New_York", day, 12);
      cases.is(until(new Date(at)).getTime(), at + 30 * 24 * 3_600_000, day.day);
    }
  }),
  "server/inbox/promises.ts promisedUntil": law<
    (
      promise: { businessdays: number | null },
      entry: { since: Date; expires: Date | null },
      content: PracticeDays,
    ) => Date | null
  >((until, cases) => {
    for (const zone of zones)
      for (const day of days)
        for (const hour of [0, 12, 23]) {
          const entry = { since: new Date(momentOf(zone, day, hour)), expires: new Date(0) };
          const ends = momentOf(zone, dayAfter(workdaysAfter(day.day, 2), 1), 0);
          cases.is(until({ businessdays: 2 }, entry, daysOf(zone))?.getTime(), ends, zone, day.day, hour);
          cases.is(until({ businessdays: null }, entry, daysOf(zone)), entry.expires);
        }
  }),
  "server/wellbeing/dose-days.ts nextReminder": law<
    (
      schedule: { days: readonly number[]; remindAt: number | null; firstDay: string },
      zone: string,
      today: string,
      after: Date,
    ) => Date | null
  >((next, cases) => {
    for (const zone of zones)
      for (const day of days)
        for (const [weekdays, remindAt] of remindersOf(placeOf(day.day))) {
          const schedule = { days: weekdays, remindAt, firstDay: "2026-01-01" };
          const coming = [0, 1, 2, 3, 4, 5, 6, 7].map((count) => dayAfter(day.day, count));
          const [today, ...later] = coming.filter(({ weekday }) => weekdays.includes(weekday));
          const isAhead = today?.day === day.day && remindAt > 12;
          const expected = today?.day === day.day && !isAhead ? later[0] : today;
          const found = next(schedule, zone, day.day, new Date(momentOf(zone, day, 12)));
          cases.is(found?.getTime(), expected && momentOf(zone, expected, remindAt), zone, day.day, weekdays, remindAt);
        }
    cases.is(next({ days: [0], remindAt: null, firstDay: "2026-01-01" }, practice, "2027-01-03", new Date(0)), null);
  }),
  "server/messages/reading/unread-counters.ts mailDueAt": law<
    (at: Date, mailedAt: Date | null, delays: { delayminutes: number; windowhours: number }) => Date
  >((due, cases) => {
    const delays = { delayminutes: 10, windowhours: 4 };
    for (const { utc } of days) {
      cases.is(due(new Date(utc), null, delays).getTime(), utc + 10 * minuteMs);
      cases.is(due(new Date(utc), new Date(utc - hourMs), delays).getTime(), utc + 3 * hourMs);
      cases.is(due(new Date(utc), new Date(utc - 5 * hourMs), delays).getTime(), utc + 10 * minuteMs);
    }
  }),
  "server/growth/referral/invitation-rules.ts resendableFrom": law<
    (earlier: { mails: number; mailedAt: Date }, policy: { perfriend: number; againafterdays: number }) => Date | null
  >((from, cases) => {
    for (const { utc } of days) {
      const policy = { perfriend: 2, againafterdays: 7 };
      cases.is(from({ mails: 1, mailedAt: new Date(utc) }, policy)?.getTime(), utc + 7 * dayMs);
      cases.is(from({ mails: 2, mailedAt: new Date(utc) }, policy), null);
    }
  }),
  "server/integrations/webhooks/retry-schedule.ts nextAttemptAt": law<
    (attempts: number, now: Date, random: () => number) => Date | null
  >((next, cases) => {
    let last = 0;
    for (let attempts = 1; attempts <= 9; attempts += 1) {
      const [early, late] = [0, 1].map((share) => next(attempts, new Date(0), () => share)?.getTime() ?? 0);
      cases.holds(last < (early ?? 0) && (early ?? 0) < (late ?? 0), () => `attempt ${attempts} comes sooner`);
      last = late ?? 0;
    }
    cases.is(
      next(10, new Date(0), () => 0),
      null,
    );
  }),
  "server/integrations/webhooks/retry-schedule.ts resumeAt": law<
    (failures: number, retryAfterSeconds: number | null, now: Date, random: () => number) => Date
  >((resume, cases) => {
    for (let failures = 1; failures <= 20; failures += 1)
      for (const asked of [null, 0, 60, 3600, 86_400]) {
        const waits = resume(failures, asked, new Date(0), () => 0.5).getTime();
        const least = Math.min((asked ?? 0) * 1000, hourMs);
        cases.holds(waits > 0 && waits >= least && waits <= hourMs, () => `${failures} ${asked}: ${waits} ms`);
      }
  }),
  "server/documents/formats.ts practiceDayText": law<(zone: string, at: Date) => string>((text, cases) =>
    eachMoment((zone, at, shown) => cases.is(text(zone, new Date(at)), shortDay(shown), zone, isoOf(at))),
  ),
  "server/documents/formats.ts practiceMomentText": law<(zone: string, at: Date) => string>((text, cases) => {
    const zoneLetters = {
      [practice]: "E",
      "America/Los_Angeles": "P",
      "America/Phoenix": "M",
      "America/Anchorage": "AK",
    };
    eachMoment((zone, at, shown) => {
      const isSummer = zone !== "America/Phoenix" && offsetAt(zone, at) !== offsetAt(zone, days[0]?.utc ?? 0);
      const named = zone === "Pacific/Honolulu" ? "HST" : `${zoneLetters[zone]}${isSummer ? "D" : "S"}T`;
      cases.is(
        text(zone, new Date(at)),
        `${shortDay(shown)}, ${timeText(shown.hour, shown.minute)} ${named}`,
        isoOf(at),
      );
    });
  }),
  "server/documents/formats.ts practiceYear": law<(zone: string, at: Date) => number>((yearOf, cases) =>
    eachMoment((zone, at, { year }) => cases.is(yearOf(zone, new Date(at)), year, zone, isoOf(at))),
  ),
  "server/documents/downloads.ts receiptYears": law<(zone: string, now: Date) => number[]>((years, cases) =>
    eachMoment(
      (zone, at, { year }) => receiptYears(year, years(zone, new Date(at)), cases),
      [practice, "Pacific/Honolulu"],
    ),
  ),
  "server/platform/clock/calendar-days.ts clinicToday": law<
    (services: { content: { brand: { timezone: string } }; clock: { now: () => Date } }) => string
  >((today, cases) =>
    eachMoment((zone, at, { day }) =>
      cases.is(
        today({ content: { brand: { timezone: zone } }, clock: { now: () => new Date(at) } }),
        day,
        zone,
        isoOf(at),
      ),
    ),
  ),
  "server/platform/audit/audit-partitions.ts auditPartitionMonth": law<(at: Date) => string>((month, cases) =>
    eachMoment((_, at) => cases.is(month(new Date(at)), isoOf(at).slice(0, 7), isoOf(at)), ["Pacific/Honolulu"]),
  ),
  "server/operations/patient/erase.ts clinicalRetentionEnd": law<
    (last: Date | null, years: number, now: Date) => Date | null
  >((end, cases) => {
    for (const { utc, day } of days)
      for (const years of [7, 10]) {
        const kept = end(new Date(utc + 1), years, new Date(utc + (years * 365 + 1) * dayMs))?.getTime() ?? 0;
        cases.holds(kept >= utc + years * 365 * dayMs, () => `${day}: kept for less than ${years} years`);
        cases.is(end(new Date(utc), years, new Date(utc + (years * 365 + 5) * dayMs)), null, day, years);
      }
    cases.is(end(null, 7, new Date(0)), null);
  }),
  "server/platform/gateway/port.ts authorizationEnd": law<(before: Date | null, at: Date) => Date>((end, cases) => {
    for (const { utc } of days) {
      cases.is(end(null, new Date(utc)).getTime(), utc + 7 * dayMs);
      cases.is(end(new Date(utc + 5 * dayMs), new Date(utc)).getTime(), utc + 5 * dayMs, "the gateway's own counts");
    }
  }),
  "server/platform/gateway/sandbox/emulator/card-validation.ts isCardExpired": law<
    (month: number, year: number, now: Date) => boolean
  >((isExpired, cases) => {
    for (const { year, month, utc } of days)
      for (const off of [-13, -1, 0, 1, 13]) {
        const all = year * 12 + month - 1 + off;
        cases.is(isExpired((all % 12) + 1, Math.floor(all / 12), new Date(utc + 12 * hourMs)), off < 0, utc, off);
      }
  }),
  "app/payment/card/card-number.ts expiryError": law<(text: string, now: Date) => string | undefined>(
    (problem, cases) => {
      for (const { year, month, date } of days)
        for (const off of [-13, -1, 0, 1, 13]) {
          const all = year * 12 + month - 1 + off;
          const text = `${two((all % 12) + 1)}/${two(Math.floor(all / 12) % 100)}`;
          const expected = off < 0 ? "This card has expired" : undefined;
          cases.is(problem(text, new Date(year, month - 1, date, 23, 59)), expected, text, year, month);
        }
    },
  ),
  "server/messages/waiting-since.ts earliest": law<(...dates: (Date | null | undefined)[]) => Date | null>(
    (first, cases) => {
      for (const { utc } of days)
        for (const count of counts) {
          const [one, other] = [new Date(utc), new Date(utc + count * dayMs)];
          cases.is(first(null, one, undefined, other)?.getTime(), Math.min(one.getTime(), other.getTime()), utc, count);
        }
      cases.is(first(null, undefined), null);
    },
  ),
  "server/prescriptions/parcels.ts wasSent": law<
    (order: { cancelled_at: Date | null }, parcel: { shippedAt: Date }) => boolean
  >((wasSent, cases) => {
    for (const { utc } of days)
      for (const count of counts)
        cases.is(wasSent({ cancelled_at: new Date(utc + count) }, { shippedAt: new Date(utc) }), count > 0, utc, count);
    cases.is(wasSent({ cancelled_at: null }, { shippedAt: new Date(0) }), true);
  }),
};
