/**
 * A calendar and the clocks of five zones, counted by hand: it asks neither `Date` nor `Intl` for a day, so what agrees with it is right and not only
 * consistent. Days are `YYYY-MM-DD`, moments milliseconds since 1970.
 */

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The length of a month from 1 to 12. */
export const lengthOfMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0);

export const dayOf = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;

/** A day, counted from January 1, 1970, which was a Thursday. */
export interface CalendarDay {
  readonly day: string;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly weekday: number;
  /** Its midnight in UTC. */
  readonly utc: number;
}

const all: CalendarDay[] = [];
for (let year = 1970; year < 2034; year += 1)
  for (let month = 1; month <= 12; month += 1)
    for (let date = 1; date <= lengthOfMonth(year, month); date += 1) {
      const since = all.length;
      all.push({ day: dayOf(year, month, date), year, month, date, weekday: (since + 4) % 7, utc: since * 86_400_000 });
    }
const places = new Map(all.map(({ day }, index) => [day, index]));

/** The place of a day in the calendar. */
export const placeOf = (day: string): number => places.get(day) ?? Number.NaN;
/** The day `count` days after another one. */
export function dayAfter(day: string, count: number): CalendarDay {
  const found = all[placeOf(day) + count];
  if (!found) throw new RangeError(`${day} and ${count} days isn't in the calendar`);
  return found;
}

/** Two years, one of them a leap year, with every change of the clocks in them. */
export const days: readonly CalendarDay[] = all.filter(({ year }) => year === 2027 || year === 2028);

const zoneRules = {
  "America/New_York": { hours: -5, changes: true },
  "America/Los_Angeles": { hours: -8, changes: true },
  "America/Phoenix": { hours: -7, changes: false },
  "America/Anchorage": { hours: -9, changes: true },
  "Pacific/Honolulu": { hours: -10, changes: false },
} as const;
export type Zone = keyof typeof zoneRules;
export const zones = Object.keys(zoneRules) as readonly Zone[];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const sundays = (year: number, month: number) =>
  all.filter((each) => each.year === year && each.month === month && each.weekday === 0);
/** When clocks go forward and back in a year, as if they stood at UTC: the second Sunday in March and the first in November, at two. */
const changesOf = new Map(
  [2026, 2027, 2028, 2029].map((year) => {
    const [forward, back] = [sundays(year, 3)[1]?.utc ?? 0, sundays(year, 11)[0]?.utc ?? 0];
    return [year, { forward: forward + 2 * hourMs, back: back + 2 * hourMs }] as const;
  }),
);

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(zone: Zone, at: number): number {
  const { hours, changes } = zoneRules[zone];
  const standard = hours * hourMs;
  const year = all[Math.floor((at + standard) / 86_400_000)]?.year ?? 0;
  const change = changesOf.get(year);
  if (!changes || !change) return standard;
  // They go back at two in summer time, which is one in standard time.
  const isSummer = at >= change.forward - standard && at < change.back - standard - hourMs;
  return isSummer ? standard + hourMs : standard;
}

/** What a zone's clocks and calendar show at a moment. */
export function wallClock(zone: Zone, at: number): Shown {
  const wall = at + offsetAt(zone, at);
  const found = all[Math.floor(wall / 86_400_000)];
  if (!found) throw new RangeError(`${at} isn't in the calendar`);
  const minutes = Math.floor((wall - found.utc) / 60_000);
  return { ...found, hour: Math.floor(minutes / 60), minute: minutes % 60 };
}

/** The moment of a full hour: one that is skipped is the hour after it; of one that comes twice, the first. */
export function momentOf(zone: Zone, { utc }: CalendarDay, hour: number): number {
  const wall = utc + hour * hourMs;
  const standard = zoneRules[zone].hours * hourMs;
  const summer = wall - standard - hourMs;
  return offsetAt(zone, summer) === standard + hourMs ? summer : wall - standard;
}

/** A day, with what the clocks show. */
export type Shown = CalendarDay & { readonly hour: number; readonly minute: number };

/** Whether a zone's clocks change on a day, the one before or the one after. */
export const clocksChangeBy = (zone: Zone, { utc }: CalendarDay): boolean =>
  offsetAt(zone, utc - dayMs) !== offsetAt(zone, utc + 3 * dayMs);

/**
 * Moments of a day in a zone at which a wrong day is likely: its ends, and where UTC's day ends; each hour where clocks change, and on the days beside.
 * On other days one hour, another one each day.
 */
function momentsOfDay(zone: Zone, day: CalendarDay): readonly number[] {
  const start = momentOf(zone, day, 0);
  const end = momentOf(zone, dayAfter(day.day, 1), 0);
  const hours = Array.from({ length: (end - start) / hourMs }, (_, hour) => start + hour * hourMs);
  const hour = placeOf(day.day) % 24;
  const utcEnds = Math.ceil(start / dayMs) * dayMs;
  return [
    start,
    start + 1,
    utcEnds - 1,
    utcEnds,
    end - 1,
    ...(clocksChangeBy(zone, day) ? hours : hours.slice(hour, hour + 1)),
  ];
}

const momentsByZone = new Map<Zone, readonly (readonly [at: number, shown: Shown])[]>();
/** Every moment of the two years at which a zone's day is likely to be mistaken, with what its clocks show. */
export function momentsIn(zone: Zone): readonly (readonly [at: number, shown: Shown])[] {
  const known = momentsByZone.get(zone);
  if (known) return known;
  const made = days.flatMap((day) => momentsOfDay(zone, day).map((at) => [at, wallClock(zone, at)] as const));
  momentsByZone.set(zone, made);
  return made;
}

export const monthNames = [
  ..."January February March April May June July August September October November December".split(" "),
] as const;
export const weekdayNames = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
/** The short name a month has in a date, as “Sep”. */
export const shortMonth = ({ month }: CalendarDay): string => (monthNames[month - 1] ?? "").slice(0, 3);
export const longMonth = ({ month }: CalendarDay): string => monthNames[month - 1] ?? "";

/** “3:04 PM” */
export const timeText = (hour: number, minute: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;

/** A moment as its ISO text in UTC. */
export function isoOf(at: number): string {
  const { day, utc } = all[Math.floor(at / 86_400_000)] ?? { day: "", utc: 0 };
  const rest = at - utc;
  const two = (value: number) => String(value).padStart(2, "0");
  const [hour, minute, second] = [
    Math.floor(rest / hourMs),
    Math.floor(rest / 60_000) % 60,
    Math.floor(rest / 1000) % 60,
  ];
  return `${day}T${two(hour)}:${two(minute)}:${two(second)}.${String(rest % 1000).padStart(3, "0")}Z`;
}
