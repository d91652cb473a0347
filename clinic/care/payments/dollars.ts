import { toDollars } from "#contract/fields/numbers.ts";

/** Dollars as they are typed, “1,234.50” or “$12”, in cents; null where that is no amount. */
export function parseCents(typed: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [, dollars = "", cents = ""] = match;
  return Number(dollars.replaceAll(",", "") + cents.padEnd(2, "0"));
}

/** Dollars that were typed; null where it's no amount. */
export function parseDollars(typed: string): number | null {
  const cents = parseCents(typed);
  return cents === null ? null : toDollars(cents);
}
