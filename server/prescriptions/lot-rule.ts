import { addDays } from "#server/platform/clock/calendar-days.ts";

/**
 * Why a supply that leaves on a day may not come from a lot: it has expired by then, or it expires before the supply's last day. Null when it may,
 * or when its last day is not known.
 */
export function lotObstacle(
  { expiresOn }: { readonly expiresOn: string | null },
  { shipsOn, days }: { readonly shipsOn: string; readonly days: number },
): { readonly kind: "expired" } | { readonly kind: "ends_early"; readonly lastDay: string } | null {
  if (expiresOn === null) return null;
  if (expiresOn < shipsOn) return { kind: "expired" };
  const lastDay = addDays(shipsOn, days - 1);
  return expiresOn < lastDay ? { kind: "ends_early", lastDay } : null;
}

/** The day from which a supply is to be thrown away: the lot's last day, and a year after it was filled at the latest. */
export const discardAfter = (expiresOn: string, filledOn: string): string => {
  const year = addDays(filledOn, 365);
  return expiresOn < year ? expiresOn : year;
};
