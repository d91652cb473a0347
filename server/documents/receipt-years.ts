import { limits } from "#contract/constants.ts";
import { practiceYear } from "./formats.ts";

/** The years a receipt can be asked for, newest first: from 2021 to the practice's current one (spec §9). */
export function receiptYears(timezone: string, now: Date): number[] {
  const current = Math.max(practiceYear(timezone, now), limits.hsaFirstYear);
  return Array.from({ length: current - limits.hsaFirstYear + 1 }, (_, index) => current - index);
}
