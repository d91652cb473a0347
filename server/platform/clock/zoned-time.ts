import { formatsIn } from "#contract/fields/formats.ts";

const wallClocks = formatsIn({
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetMs(timeZone: string, at: Date): number {
  const parts = new Map(
    wallClocks(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wallClock = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wallClock - Math.floor(at.getTime() / 1000) * 1000;
}

/** The moment of a full hour of a day in a time zone. An hour that clocks skip is the one after it; of one that comes twice, the first. */
export function momentIn(timeZone: string, day: string, hour: number): Date {
  const wallClock = Date.parse(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);
  const before = wallClock - offsetMs(timeZone, new Date(wallClock - 12 * 3_600_000));
  const after = wallClock - offsetMs(timeZone, new Date(wallClock + 12 * 3_600_000));
  // Both agree but on the day clocks change: then the one that shows this hour is right.
  const shows = (moment: number) => moment + offsetMs(timeZone, new Date(moment)) === wallClock;
  return new Date(shows(before) ? before : shows(after) ? after : before);
}
