import { limits } from "#contract/constants.ts";

/** The years a receipt can be asked for, newest first: from 2021 to the current one (spec §9). */
export function receiptYears(now: Date): { value: string; label: string }[] {
  const current = Math.max(now.getFullYear(), limits.hsaFirstYear);
  return Array.from({ length: current - limits.hsaFirstYear + 1 }, (_, index) => {
    const year = String(current - index);
    return { value: year, label: year };
  });
}
