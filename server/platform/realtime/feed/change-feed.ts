import type { Output } from "#contract/http/endpoint.ts";
import type { FeedChange, notifications } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import type { Database } from "../../database/open.ts";
import { Refusal, type Refuses } from "../../refusal.ts";
import { sentence } from "../../sentences.ts";
import type { FeedItem, FeedUpdate, FeedCursor } from "../ports.ts";
import { feedSlices, currentFeedCursor, currentFeedCursors, emptyFeedSlice } from "./change-queries.ts";

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

const cursorPattern = /^(0|[1-9]\d{0,14}) (0|[1-9]\d{0,14})$/;

/** A position in a patient's feed, encoded for the browser. */
const encodeFeedCursor = ({ seq, at }: FeedCursor): string => Buffer.from(`${seq} ${at}`).toString("base64url");

/** Decodes a feed cursor; a malformed one is `bad_request`. */
function decodeFeedCursor(cursor: string): FeedCursor {
  const [, seq, at] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const decoded = { seq: Number(seq), at: Number(at) };
  if (encodeFeedCursor(decoded) !== cursor)
    throw new Refusal("bad_request", { fields: [{ path: "cursor", message: sentence("requests.reload") }] });
  return decoded;
}

/** Most changes in one response, and in one poll of a patient's feed by a node. */
export const maxChanges = 200;

/**
 * The patient's changes after `cursor`, each object once; without a cursor, only the end of the feed. Refusals: `gone` when not all of them
 * are kept or the cursor is of another feed (the database was restored); `bad_request` for a malformed cursor.
 */
export async function changesSince(
  { db, refuse }: { readonly db: Database } & Refuses<"gone">,
  patientId: string,
  cursor: string | undefined,
): Promise<Output<typeof notifications.changes>> {
  if (cursor === undefined)
    return { items: [], cursor: encodeFeedCursor(await currentFeedCursor(db, patientId)), more: false };
  const decodedCursor = decodeFeedCursor(cursor);
  const feeds = await feedSlices(db, new Map([[patientId, decodedCursor]]), maxChanges + 2);
  const { lastSeq, items } = feeds.get(patientId) ?? emptyFeedSlice;
  const changes = changesAfterCursor(decodedCursor, lastSeq, items);
  if (!changes) throw refuse("gone");
  const page = changes.slice(0, maxChanges);
  const lastChange = page.at(-1);
  return {
    items: latestPerObject(page),
    cursor: lastChange ? encodeFeedCursor(cursorOf(lastChange)) : cursor,
    more: changes.length > page.length,
  };
}

/** New changes of many patients after each one's cursor, at most `maxChanges` each; patients without any are left out. */
export async function feedUpdatesAfter(
  db: Database,
  cursors: ReadonlyMap<string, FeedCursor>,
): Promise<readonly FeedUpdate[]> {
  const outdatedPatients: string[] = [];
  const updates: FeedUpdate[] = [];
  const feeds = await feedSlices(db, cursors, maxChanges + 1);
  for (const [patientId, from] of cursors) {
    const { lastSeq, items } = feeds.get(patientId) ?? emptyFeedSlice;
    const changes = changesAfterCursor(from, lastSeq, items)?.slice(0, maxChanges);
    const lastChange = changes?.at(-1);
    if (!changes) outdatedPatients.push(patientId);
    else if (lastChange) updates.push({ patientId, from, items: changes, to: cursorOf(lastChange) });
  }
  if (outdatedPatients.length === 0) return updates;
  const found = await currentFeedCursors(db, outdatedPatients);
  const restarted = outdatedPatients.map((patientId) => ({
    patientId,
    place: found.get(patientId) ?? { seq: 0, at: 0 },
  }));
  return [
    ...updates,
    ...restarted.map(({ patientId, place: cursor }) => ({ patientId, from: cursor, items: [], to: cursor })),
  ];
}

/** The socket event for a patient's changes: which objects changed, without their content. */
export const changesEvent = ({ from, items, to }: FeedUpdate): SocketEvents["changes"] => ({
  items: latestPerObject(items),
  from: encodeFeedCursor(from),
  cursor: encodeFeedCursor(to),
});

/** Each object once, with its latest change. */
function latestPerObject(items: readonly FeedItem[]): FeedChange[] {
  const latest = new Map<string, FeedItem>();
  for (const item of items) {
    const key = `${item.topic} ${item.objectId}`;
    latest.delete(key);
    latest.set(key, item);
  }
  return [...latest.values()].map(({ topic, objectId: id, at }) => ({
    topic: topic as FeedChange["topic"],
    id,
    at: at.toISOString(),
  }));
}

const cursorOf = ({ seq, at }: FeedItem): FeedCursor => ({ seq, at: at.getTime() });
