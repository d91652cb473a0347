import type { Stop } from "#contract/questions.ts";
import { stopInCare } from "#server/care/public.ts";
import type { Given } from "./answers.ts";
import type { Parts, Review } from "./review.ts";

const stopsOf = ({ all }: Pick<Review, "all">): readonly Stop[] => all.flatMap(({ stops }) => stops);

/** What she told of that cannot wait, and has not read what to do about yet; the earliest first. */
const unreadStop = (review: Pick<Review, "all" | "row">): Stop | null => stopsOf(review)[review.row.stops_read] ?? null;

/** The same as the patient reads it now: with what to do with the medicine at home. */
export async function shownStop(
  parts: Pick<Parts, "db" | "content" | "secrets">,
  review: Pick<Review, "all" | "row">,
): Promise<Stop | null> {
  const stop = unreadStop(review);
  return stop && stopInCare(parts, review.row.patient_id, stop);
}

/** How many she has read once she has read this one: it, and the same again where nothing else lies between. */
export function readAfter(review: Pick<Review, "all" | "row">, ruleId: string): number {
  const stops = stopsOf(review);
  let read = review.row.stops_read;
  while (stops[read]?.ruleid === ruleId) read += 1;
  return read;
}

/** What was told in answers that cannot wait, each rule once. */
export function stopsTold(answers: readonly Given[]): Stop[] {
  const stops = answers.flatMap((given) => given.stops);
  return stops.filter((stop, index) => stops.findIndex(({ ruleid }) => ruleid === stop.ruleid) === index);
}
