import type { FeedItem, FeedCursor } from "#server/platform/realtime/ports.ts";

/**
 * What comes after a place, of the changes `from` it on (itself among them while it is kept) of a feed that ends at `last`. Null when not all
 * of it is known: the place is of another feed (the database was restored), or something after it is forgotten.
 */
export function changesAfterCursor(
  cursor: FeedCursor,
  last: number,
  from: readonly FeedItem[],
): readonly FeedItem[] | null {
  const atCursor = from[0]?.seq === cursor.seq ? from[0] : undefined;
  const after = atCursor ? from.slice(1) : from;
  const isOtherFeed = cursor.seq > last || (atCursor !== undefined && atCursor.at.getTime() !== cursor.at);
  const isComplete = after.every(({ seq }, index) => seq === cursor.seq + 1 + index);
  const isMissingTail = after.length === 0 && cursor.seq < last;
  return isOtherFeed || !isComplete || isMissingTail ? null : after;
}
