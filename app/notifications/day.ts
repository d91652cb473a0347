import { settings } from "#app/settings.ts";

const dateFormat = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "2-digit",
  year: "numeric",
  timeZone: settings.brand.timezone,
});

/** A moment as a day in the practice's timezone in the form `MMMM DD, YYYY` (spec §2.3), like “November 05, 2026”. */
export const longDay = (moment: string): string => dateFormat.format(new Date(moment));
