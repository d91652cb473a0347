import type { Stop } from "#contract/questions.ts";
import type { Review } from "./review.ts";

const stopsOf = ({ all }: Pick<Review, "all">): readonly Stop[] => all.flatMap(({ stops }) => stops);

/** What she told of that cannot wait, and has not read what to do about yet; the earliest first. */
export const unreadStop = (review: Pick<Review, "all" | "row">): Stop | null =>
  stopsOf(review)[review.row.stops_read] ?? null;

/** How many she has read once she has read this one: it, and the same again where nothing else lies between. */
export function readAfter(review: Pick<Review, "all" | "row">, ruleId: string): number {
  const stops = stopsOf(review);
  let read = review.row.stops_read;
  while (stops[read]?.ruleid === ruleId) read += 1;
  return read;
}
