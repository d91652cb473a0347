import type { Stop } from "#contract/questions.ts";
import { stopInCare } from "#server/care/public.ts";
import { answersOf } from "./answers.ts";
import { reviewsToRead } from "./queries.ts";
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

/** What a patient told in reviews that cannot wait and that no doctor has dealt with yet, each rule once. */
export async function toldEmergencies(parts: Pick<Parts, "db" | "secrets">, patientId: string): Promise<Stop[]> {
  const answers = await answersOf(parts, await reviewsToRead(parts.db, patientId));
  const stops = [...answers.values()].flat().flatMap((given) => given.stops);
  return stops.filter((stop, index) => stops.findIndex(({ ruleid }) => ruleid === stop.ruleid) === index);
}
