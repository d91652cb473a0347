import type { InboxItem } from "./queues.ts";

/** What ends within this time comes before what only waits, ms. */
const soonMs = 24 * 3_600_000;

const isEmergency = ({ queue, patient }: InboxItem): boolean =>
  queue === "emergency" || (patient?.emergencysince ?? null) !== null;

export const expiresSoon = ({ expires }: InboxItem, now: number): boolean =>
  expires !== null && Date.parse(expires) - now <= soonMs;

/**
 * By urgency: emergencies, with what was reported itself before other things of that patient; then what is too late within a day, soonest first; then
 * whoever has waited longest.
 */
export function byUrgency(items: readonly InboxItem[], now: number): readonly InboxItem[] {
  const rank = (item: InboxItem) =>
    item.queue === "emergency" && item.acknowledged !== true
      ? 0
      : isEmergency(item)
        ? 1
        : expiresSoon(item, now)
          ? 2
          : 3;
  const due = (item: InboxItem) => Date.parse(rank(item) === 2 ? (item.expires ?? item.since) : item.since);
  return items.toSorted((a, b) => rank(a) - rank(b) || due(a) - due(b) || a.id.localeCompare(b.id));
}

/** How long something waits, or how long it is until then: “3 min”, “5 h”, “4 d”. */
export function span(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
