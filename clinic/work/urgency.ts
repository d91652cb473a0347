import type { InboxItem } from "#contract/care/inbox.ts";

/** What ends within this time says how long is left, ms. */
const soonMs = 24 * 3_600_000;

export const expiresSoon = ({ expires }: Pick<InboxItem, "expires">, now: number): boolean =>
  expires !== null && Date.parse(expires) - now <= soonMs;

/** How long something waits, or how long it is until then: “3 min”, “5 h”, “4 d”. */
export function span(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
