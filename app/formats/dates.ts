import { dayIn, formatsIn } from "#contract/fields/formats.ts";
import { remember } from "#contract/fields/remember.ts";
import { settings } from "#app/settings.ts";

/** Times of today are in the time zone of the patient's device. */
const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const deviceDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

const days = formatsIn({ dateStyle: "long" });
const daysAndTimes = formatsIn({ dateStyle: "long", timeStyle: "short" });
const monthDays = formatsIn({ month: "short", day: "numeric" });
const paddedDays = formatsIn({ month: "long", day: "2-digit", year: "numeric" });
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/**
 * Moments as days of a time zone. Patients read those of their own (`useDates`), as the server decides them; otherwise a charge could seem to come before
 * the day it was announced for. The practice reads its own.
 */
export const datesIn = remember(20, (timeZone: string) => {
  const day = days(timeZone);
  /** “June 3, 2026”. */
  const formatDay = (moment: string): string => day.format(new Date(moment));
  /** In the form `MMMM DD, YYYY` (spec §2.3), like “November 05, 2026”. */
  const longDay = (moment: string): string => paddedDays(timeZone).format(new Date(moment));
  /** Whole days between two moments. */
  const daysBetween = (from: Date, to: Date): number =>
    Math.round((Date.parse(dayIn(timeZone, to)) - Date.parse(dayIn(timeZone, from))) / 86_400_000);
  return {
    formatDay,
    longDay,

    /** A day and time: “June 3, 2026 at 3:04 PM”. */
    formatDayAndTime: (moment: string): string => daysAndTimes(timeZone).format(new Date(moment)),

    /** Without the year: “Jun 3”. */
    formatMonthDayOf: (moment: string): string => monthDays(timeZone).format(new Date(moment)),

    /** “Today, 3:04 PM” in the device's time zone if it is today both there and in this one, else “June 3, 2026”. */
    formatMoment: (moment: string, now: Date = new Date()): string => {
      const at = new Date(moment);
      const today = [day, deviceDay].every((format) => format.format(at) === format.format(now));
      return today ? `Today, ${clock.format(at)}` : day.format(at);
    },

    /** How long ago: “just now”, “5 minutes ago”, “2 hours ago”, after a day “yesterday”, “3 days ago”, “2 weeks ago”. */
    timeAgo: (moment: string, now: Date): string => {
      const minutes = Math.floor((now.getTime() - Date.parse(moment)) / 60_000);
      if (minutes < 1) return "just now";
      if (minutes < 60) return relative.format(-minutes, "minute");
      const count = daysBetween(new Date(moment), now);
      // The day on which clocks go back has 25.
      if (minutes < 24 * 60 || count === 0) return relative.format(-Math.floor(minutes / 60), "hour");
      return count < 14 ? relative.format(-count, "day") : relative.format(-Math.floor(count / 7), "week");
    },

    /** Above what happened on a day: “Today”, “Yesterday”, “November 05, 2026” (spec §2.3). */
    dayTitle: (moment: string, now: Date): string => {
      const count = daysBetween(new Date(moment), now);
      return count <= 0 ? "Today" : count === 1 ? "Yesterday" : longDay(moment);
    },
  } as const;
});

/** Moments as days of the practice, for what the practice reads. */
export const { formatDay, formatMonthDayOf } = datesIn(settings.brand.timezone);

const monthDayFormat = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });
const shortMonthDayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const shortDayAndYear = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/* oxlint-disable formats/day-has-zone -- when something was written is told by the clock of the device it is read on */
const midnight = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());
const yesterday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
const sameDay = (one: Date, other: Date): boolean => midnight(one).getTime() === midnight(other).getTime();

/** Key of a moment's local day, to tell days apart. */
export const dayKey = (moment: string): string => midnight(new Date(moment)).toISOString();

/** A time of day in the device's time zone: “3:04 PM”. */
export const formatTime = (moment: string | number): string => clock.format(new Date(moment));

/** The day above its messages: “Today”, “Yesterday”, “June 3”, in other years “June 3, 2025”. */
export function dayHeading(moment: string, now: Date): string {
  const at = new Date(moment);
  if (sameDay(at, now)) return "Today";
  if (sameDay(at, yesterday(now))) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? monthDayFormat : deviceDay).format(at);
}

/** When something was written, in words: “Today at 3:04 PM”, “Yesterday at 3:04 PM”, “June 3”, in other years “June 3, 2025”. */
export function whenInWords(moment: string, now: Date): string {
  const day = dayHeading(moment, now);
  return isRecentDay(new Date(moment), now) ? `${day} at ${formatTime(moment)}` : day;
}

/** The same within a sentence: “today at 3:04 PM”, “on June 3”. */
export function onWhenInWords(moment: string, now: Date): string {
  const words = whenInWords(moment, now);
  return isRecentDay(new Date(moment), now) ? words.charAt(0).toLowerCase() + words.slice(1) : `on ${words}`;
}

const isRecentDay = (at: Date, now: Date): boolean => sameDay(at, now) || sameDay(at, yesterday(now));

/** A short time for a list: “Today, 3:04 PM”, “Yesterday”, “Jun 3”, “Jun 3, 2025”. */
export function shortTime(moment: string, now: Date): string {
  const at = new Date(moment);
  if (sameDay(at, now)) return `Today, ${clock.format(at)}`;
  if (sameDay(at, yesterday(now))) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? shortMonthDayFormat : shortDayAndYear).format(at);
}
