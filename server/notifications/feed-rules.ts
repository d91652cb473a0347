import type { FeedItem, FeedCursor } from "#server/platform/realtime/ports.ts";

/**
 * The changes after a cursor, out of `from`: the feed's changes from the cursor on, including its own while it is kept. `last` is the
 * feed's end. Null when not all are known: the cursor is of another feed (the database was restored), or later changes were deleted.
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
