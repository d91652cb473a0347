import type { FeedItem, Place } from "#server/platform/realtime/ports.ts";

/**
 * What comes after a place, of the changes `from` it on (itself among them while it is kept) of a feed that ends at `last`. Null when not all
 * of it is known: the place is of another feed (the database was restored), or something after it is forgotten.
 */
export function beyondPlace(place: Place, last: number, from: readonly FeedItem[]): readonly FeedItem[] | null {
  const own = from[0]?.seq === place.seq ? from[0] : undefined;
  const next = own ? from.slice(1) : from;
  const ofAnotherFeed = place.seq > last || (own !== undefined && own.at.getTime() !== place.at);
  const whole = next.every(({ seq }, index) => seq === place.seq + 1 + index);
  const ended = next.length === 0 && place.seq < last;
  return ofAnotherFeed || !whole || ended ? null : next;
}
