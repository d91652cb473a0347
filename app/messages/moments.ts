const timeFormat = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const monthDayFormat = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });
const dayAndYear = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const shortMonthDayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const shortDayAndYear = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

const midnight = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());
const yesterday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
const sameDay = (one: Date, other: Date): boolean => midnight(one).getTime() === midnight(other).getTime();

/** Key of a moment's local day, to tell days apart. */
export const dayKey = (moment: string): string => midnight(new Date(moment)).toISOString();

/** Local time, like “3:04 PM”. */
export const clockTime = (moment: string | number): string => timeFormat.format(new Date(moment));

/** The day above its messages: “Today”, “Yesterday”, “June 3”, in other years “June 3, 2025”. */
export function dayHeading(moment: string, now: Date): string {
  const at = new Date(moment);
  if (sameDay(at, now)) return "Today";
  if (sameDay(at, yesterday(now))) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? monthDayFormat : dayAndYear).format(at);
}

/** A short time for a list: “3:04 PM” today, “Yesterday”, “Jun 3”, “Jun 3, 2025”. */
export function shortTime(moment: string, now: Date): string {
  const at = new Date(moment);
  if (sameDay(at, now)) return timeFormat.format(at);
  if (sameDay(at, yesterday(now))) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? shortMonthDayFormat : shortDayAndYear).format(at);
}
