import {
  type CalendarDay,
  dayAfter,
  dayOf,
  days,
  lengthOfMonth,
  longMonth,
  shortMonth,
  timeText,
  weekdayNames,
} from "../calendar.ts";
import { type Table, law } from "../laws.ts";
import { counts, longDay, monthsAfter, receiptYears, shortDay, two, weekdayAndDay, workdaysAfter } from "./moments.ts";

/** A law about every day, as `YYYY-MM-DD`. */
const ofDay = (expected: (each: CalendarDay) => unknown) =>
  law<(day: string) => unknown>((convert, cases) => {
    for (const each of days) cases.is(convert(each.day), expected(each), each.day);
  });

/** Full years, asked on every day about birthdays around it. */
const age = law<(birthday: string, today: string) => number>((ageOn, cases) => {
  for (const { day, year } of days)
    for (const [years, off] of [-1, 0, 1].flatMap((near) => [[18, near] as const, [27, near] as const])) {
      const birthday = dayAfter(day, off);
      const born = dayOf(birthday.year - years, birthday.month, birthday.date);
      const had = birthday.day.slice(5) <= day.slice(5);
      cases.is(ageOn(born, day), year - (birthday.year - years) - (had ? 0 : 1), born, day);
    }
});

/** The day after a box was filled on which its medicine begins. */
const toStart = law<(startsOn: string | null, filledOn: string) => string | null>((dayToStart, cases) => {
  for (const { day } of days)
    for (const off of [-400, -1, 0, 1, 40])
      cases.is(dayToStart(dayAfter(day, off).day, day), off > 0 ? dayAfter(day, off).day : null, day, off);
  cases.is(dayToStart(null, "2026-06-01"), null);
});

/** What must hold of everything that turns a day into another one, or into words. */
export const calendarLaws: Table = {
  // Days as words.
  "contract/fields/formats.ts formatCalendarDay": ofDay(longDay),
  "contract/fields/formats.ts formatShortDay": ofDay(shortDay),
  "contract/fields/formats.ts formatWeekday": ofDay(weekdayAndDay),
  "contract/fields/formats.ts formatMonthDay": ofDay((each) => `${longMonth(each)} ${each.date}`),
  "contract/fields/formats.ts formatShortMonthDay": ofDay((each) => `${shortMonth(each)} ${each.date}`),
  "contract/fields/formats.ts formatMonth": ofDay((each) => `${longMonth(each)} ${each.year}`),
  "server/dispensing/label-parts.ts dayToStart": toStart,
  "contract/fields/formats.ts weekdayName": ofDay(({ weekday }) => weekdayNames[weekday]),
  "contract/fields/formats.ts formatHour": law<(hour: number) => string>((text, cases) => {
    for (let hour = 0; hour < 24; hour += 1)
      cases.is(text(hour), hour === 12 ? "noon" : timeText(hour, 0).replace(":00 ", " ").toLowerCase(), hour);
  }),
  "server/platform/clock/calendar-days.ts formatDay": ofDay(weekdayAndDay),
  "server/platform/clock/calendar-days.ts formatDayWithYear": ofDay(longDay),
  "server/wellbeing/dose-days.ts weekdaysText": law<(weekdays: readonly number[]) => string | null>((text, cases) => {
    for (const [weekday, name] of weekdayNames.entries()) cases.is(text([weekday]), `${name}s`);
    cases.is(text([0, 1, 2, 3, 4, 5, 6]), null);
  }),
  "clinic/money/accounting/accounting-labels.ts periodChoices": law<
    (today: string) => readonly { value: string; label: string }[]
  >((choices, cases) => {
    for (const each of days) {
      const offered = choices(each.day);
      const months = [-1, 0, ...Array.from({ length: 23 }, (_, index) => -2 - index)];
      const expected = months.map((months_) => monthsAfter({ ...each, date: 1 }, months_).slice(0, 7));
      cases.is(offered.map(({ value }) => value).join(" "), `${expected.join(" ")} own`, each.day);
      cases.is(offered[1]?.label, `${longMonth(each)} ${each.year}, so far`, each.day);
    }
  }),

  // Days and days.
  "server/platform/clock/calendar-days.ts addDays": law<(day: string, count: number) => string>((addDays, cases) => {
    for (const { day } of days)
      for (const count of counts) cases.is(addDays(day, count), dayAfter(day, count).day, day, count);
  }),
  "clinic/care/followup-day-field.tsx daysAfter": law<(day: string, count: number) => string>((daysAfter, cases) => {
    for (const { day } of days)
      for (const count of counts) cases.is(daysAfter(day, count), dayAfter(day, count).day, day, count);
  }),
  "server/platform/clock/calendar-days.ts daysBetween": law<(from: string, to: string) => number>((between, cases) => {
    for (const { day } of days)
      for (const count of counts) cases.is(between(day, dayAfter(day, count).day) + 0, count, day, count);
  }),
  "server/platform/clock/calendar-days.ts addMonths": law<(day: string, months: number) => string>(
    (addMonths, cases) => {
      for (const each of days)
        for (const months of [-13, -1, 0, 1, 2, 3, 6, 12, 13])
          cases.is(addMonths(each.day, months), monthsAfter(each, months), each.day, months);
    },
  ),
  "server/platform/clock/calendar-days.ts laterDay": law<(one: string, other: string) => string>((later, cases) => {
    for (const { day } of days)
      for (const count of counts)
        cases.is(later(day, dayAfter(day, count).day), dayAfter(day, Math.max(0, count)).day, day, count);
  }),
  "server/platform/clock/calendar-days.ts earlierDay": law<(one: string, other: string) => string>((earlier, cases) => {
    for (const { day } of days)
      for (const count of counts)
        cases.is(earlier(day, dayAfter(day, count).day), dayAfter(day, Math.min(0, count)).day, day, count);
  }),
  "server/platform/clock/calendar-days.ts weekdayOf": ofDay(({ weekday }) => weekday),
  "server/wellbeing/check-ins/present-check-ins.ts weekOf": ofDay(({ day, weekday }) => dayAfter(day, -weekday).day),
  "server/platform/clock/working-days.ts addWorkingDays": law<
    (closed: readonly [], day: string, count: number) => string
  >((add, cases) => {
    for (const { day } of days)
      for (let count = 0; count <= 12; count += 1) cases.is(add([], day, count), workdaysAfter(day, count), day, count);
  }),
  "server/platform/clock/working-days.ts workingDayFrom": law<(closed: readonly [], day: string) => string>(
    (from, cases) => {
      for (const { day, weekday } of days)
        cases.is(from([], day), weekday === 0 || weekday === 6 ? workdaysAfter(day, 1) : day, day);
    },
  ),
  "server/growth/referral/reward-queries.ts firstOfNextMonth": ofDay((each) => monthsAfter({ ...each, date: 1 }, 1)),
  "server/treatment/charge-days.ts nextCycleDay": law<(planned: string, cycle: number, today: string) => string>(
    (next, cases) => {
      for (const { day } of days)
        for (const cycle of [28, 84])
          for (const since of [-5, 0, 1, 27, 28, 29, 400]) {
            const cycles = Math.max(1, Math.floor(since / cycle) + 1);
            cases.is(next(day, cycle, dayAfter(day, since).day), dayAfter(day, cycles * cycle).day, day, cycle, since);
          }
    },
  ),
  "server/treatment/charge-days.ts pauseEndDay": law<(day: string, months: number, today: string) => string>(
    (end, cases) => {
      for (const each of days)
        for (const months of [1, 2, 3])
          for (const since of [-5, 20, 100]) {
            const [planned, soonest] = [monthsAfter(each, months), dayAfter(each.day, since + 5).day];
            const today = dayAfter(each.day, since).day;
            cases.is(end(each.day, months, today), planned > soonest ? planned : soonest, each.day, months, since);
          }
    },
  ),
  "server/treatment/charge-days.ts pauseEndDays": law<(day: string, today: string) => string[]>((ends, cases) => {
    for (const each of days)
      for (const [index, end] of ends(each.day, each.day).entries())
        cases.is(end, monthsAfter(each, index + 1), each.day, index);
  }),
  "server/treatment/charge-days.ts earliestCharge": ofDay(({ day }) => dayAfter(day, 5).day),
  "server/treatment/charge-days.ts lastChargeDayToRequestRenewal": ofDay(({ day }) => dayAfter(day, 12).day),
  "server/treatment/charge-days.ts isReminderDue": law<(on: string, today: string) => boolean>((isDue, cases) => {
    for (const { day } of days)
      for (const ahead of [-40, -1, 0, 4, 5, 6, 40])
        cases.is(isDue(dayAfter(day, ahead).day, day), ahead <= 5, day, ahead);
  }),
  "server/treatment/changes/change-rules.ts chargeDayFor": law<(on: string, lead: number, today: string) => string>(
    (charge, cases) => {
      for (const { day } of days)
        for (const [ahead, charged] of [
          [-40, 0],
          [1, 0],
          [7, 0],
          [12, 0],
          [13, 6],
          [90, 83],
        ] as const)
          cases.is(charge(dayAfter(day, ahead).day, 7, day), dayAfter(day, charged).day, day, ahead);
    },
  ),
  "server/treatment/charge-days.ts chargeDayWhenNotified": law<(on: string, today: string) => string>(
    (charge, cases) => {
      for (const { day } of days)
        for (const ahead of [-40, -1, 0, 4, 5, 6, 40])
          cases.is(charge(dayAfter(day, ahead).day, day), dayAfter(day, Math.max(5, ahead)).day, day, ahead);
    },
  ),
  "server/treatment/charge-days.ts chargeDayAfterAll": law<(on: string, today: string) => string>((charge, cases) => {
    for (const { day } of days)
      for (const ahead of [-40, -1, 0, 1, 4, 5, 6, 40])
        cases.is(charge(dayAfter(day, ahead).day, day), dayAfter(day, ahead > 0 ? ahead : 5).day, day, ahead);
  }),
  "server/prescriptions/lot-rule.ts discardAfter": law<(expires: string, filled: string) => string>((after, cases) => {
    for (const { day } of days)
      for (const ahead of [1, 364, 365, 366, 700])
        cases.is(after(dayAfter(day, ahead).day, day), dayAfter(day, Math.min(365, ahead)).day, day, ahead);
  }),
  "server/prescriptions/lot-rule.ts lotObstacle": law<
    (lot: { expiresOn: string | null }, use: { shipsOn: string; days: number }) => { kind: string } | null
  >((obstacle, cases) => {
    for (const { day } of days)
      for (const supply of [28, 84])
        for (const ahead of [-1, 0, 1, supply - 2, supply - 1, supply]) {
          const kind = ahead < 0 ? "expired" : ahead < supply - 1 ? "ends_early" : undefined;
          const found = obstacle({ expiresOn: dayAfter(day, ahead).day }, { shipsOn: day, days: supply });
          cases.is(found?.kind, kind, day, supply, ahead);
        }
    cases.is(obstacle({ expiresOn: null }, { shipsOn: "2027-01-01", days: 28 }), null);
  }),
  "server/onboarding/rules/details-rules.ts ageOn": age,
  "clinic/ui/labels/patient-name.ts ageOn": age,
  "clinic/dispensing/shipping-rows.ts readDay": law<(text: string) => string | null>((readDay, cases) => {
    for (const { day, year, month, date } of days) {
      const last = dayOf(year, month, lengthOfMonth(year, month));
      for (const text of [
        day,
        `${year}-${month}-${date}`,
        `${month}/${date}/${year}`,
        `${two(month)}/${two(date)}/${year}`,
      ])
        cases.is(readDay(text), day, text);
      for (const text of [day.slice(0, 7), `${month}/${year}`]) cases.is(readDay(text), last, text);
      const no = [
        `${year}-${two(month)}-${lengthOfMonth(year, month) + 1}`,
        `${year}-13-${date}`,
        `${year}-${month}-0`,
      ];
      for (const text of [...no, `${month}/${date}/${year % 100}`]) cases.is(readDay(text), null, text);
    }
  }),
  "contract/dispensing/box-code.ts readGs1Day": law<(digits: string) => string | null>((readGs1Day, cases) => {
    for (const { day, year, month, date } of days) {
      const yearAndMonth = `${two(year % 100)}${two(month)}`;
      cases.is(readGs1Day(`${yearAndMonth}${two(date)}`), day, day);
      cases.is(readGs1Day(`${yearAndMonth}00`), dayOf(year, month, lengthOfMonth(year, month)), day);
      for (const no of [`${yearAndMonth}${lengthOfMonth(year, month) + 1}`, `${two(year % 100)}13${two(date)}`, day])
        cases.is(readGs1Day(no), null, no);
    }
  }),
  "clinic/money/closing/closing-labels.ts dayOfPath": law<(path: string) => string | null>((dayOfPath, cases) => {
    for (const { day } of days) {
      cases.is(dayOfPath(`/clinic/money/closing/${day}`), day);
      cases.is(dayOfPath(`/clinic/money/closing/${day}x`), null);
    }
  }),
  "clinic/patients/copies/copies.ts receiptYears": law<(today: string) => readonly number[]>((years, cases) => {
    for (const { day, year } of days) receiptYears(year, years(day), cases);
  }),
};
