import type { Output } from "#contract/endpoint.ts";
import type { Change, notifications } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { FeedItem, News, Place } from "#server/platform/realtime/ports.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { changesFrom, lastPlace, lastPlaces, noChanges } from "./change-queries.ts";
import { feedCursor, feedPlaceOf } from "./feed-cursor.ts";
import { beyondPlace } from "./feed-rules.ts";

/** Most changes of one answer, and of one look of a node at a patient's feed. */
export const mostChanges = 200;

/**
 * What of hers changed after `cursor`, each thing once; without one, only where the feed is at. Refusals: `gone` when not all of it is
 * kept any more, or the cursor is not of this feed (the database was restored); `bad_request` for what no cursor looks like.
 */
export async function changesSince(
  { db }: { readonly db: Database },
  patientId: string,
  cursor: string | undefined,
): Promise<Output<typeof notifications.changes>> {
  if (cursor === undefined) return { items: [], cursor: feedCursor(await lastPlace(db, patientId)), more: false };
  const place = feedPlaceOf(cursor);
  const feeds = await changesFrom(db, new Map([[patientId, place]]), mostChanges + 2);
  const { last, items } = feeds.get(patientId) ?? noChanges;
  const next = beyondPlace(place, last, items);
  if (!next) throw new Refusal("gone");
  const page = next.slice(0, mostChanges);
  const end = page.at(-1);
  return {
    items: changedOnce(page),
    cursor: end ? feedCursor(placeOf(end)) : cursor,
    more: next.length > page.length,
  };
}

/** What is new of many patients, each beyond her place, at most `mostChanges` of one; patients without news are left out. */
export async function newsOf(db: Database, places: ReadonlyMap<string, Place>): Promise<readonly News[]> {
  const lost: string[] = [];
  const news: News[] = [];
  const feeds = await changesFrom(db, places, mostChanges + 1);
  for (const [patientId, from] of places) {
    const { last, items } = feeds.get(patientId) ?? noChanges;
    const next = beyondPlace(from, last, items)?.slice(0, mostChanges);
    const end = next?.at(-1);
    if (!next) lost.push(patientId);
    else if (end) news.push({ patientId, from, items: next, to: placeOf(end) });
  }
  if (lost.length === 0) return news;
  const found = await lastPlaces(db, lost);
  const anew = lost.map((patientId) => ({ patientId, place: found.get(patientId) ?? { seq: 0, at: 0 } }));
  return [...news, ...anew.map(({ patientId, place }) => ({ patientId, from: place, items: [], to: place }))];
}

/** What a socket is told about what is new of a patient: what moved, without what became of it. */
export const changesEvent = ({ from, items, to }: News): SocketEvents["changes"] => ({
  items: changedOnce(items),
  from: feedCursor(from),
  cursor: feedCursor(to),
});

/** Each thing once, where it changed last. */
function changedOnce(items: readonly FeedItem[]): Change[] {
  const latest = new Map<string, FeedItem>();
  for (const item of items) {
    const key = `${item.topic} ${item.objectId}`;
    latest.delete(key);
    latest.set(key, item);
  }
  return [...latest.values()].map(({ topic, objectId: id, at }) => ({
    topic: topic as Change["topic"],
    id,
    at: at.toISOString(),
  }));
}

const placeOf = ({ seq, at }: FeedItem): Place => ({ seq, at: at.getTime() });
