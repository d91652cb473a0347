import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { stopInCare } from "#server/care/public.ts";
import type { StoredAnswer } from "./answers.ts";
import type { Deps, Followup } from "./load-followup.ts";

const allStops = ({ all }: Pick<Followup, "all">): readonly ScreeningStop[] => all.flatMap(({ stops }) => stops);

/** What she told of that cannot wait, and has not read what to do about yet; the earliest first. */
const unreadStop = (followup: Pick<Followup, "all" | "row">): ScreeningStop | null =>
  allStops(followup)[followup.row.stops_read] ?? null;

/** The same as the patient reads it now: with what to do with the medicine at home. */
export async function loadUnreadStop(
  services: Pick<Deps, "db" | "content" | "secrets">,
  followup: Pick<Followup, "all" | "row">,
): Promise<ScreeningStop | null> {
  const stop = unreadStop(followup);
  return stop && stopInCare(services, followup.row.patient_id, stop);
}

/** How many she has read once she has read this one: it, and the same again where nothing else lies between. */
export function stopsReadAfter(followup: Pick<Followup, "all" | "row">, ruleId: string): number {
  const stops = allStops(followup);
  let read = followup.row.stops_read;
  while (stops[read]?.ruleid === ruleId) read += 1;
  return read;
}

/** What was told in answers that cannot wait, each rule once. */
export function uniqueStops(answers: readonly StoredAnswer[]): ScreeningStop[] {
  const stops = answers.flatMap((given) => given.stops);
  return stops.filter((stop, index) => stops.findIndex(({ ruleid }) => ruleid === stop.ruleid) === index);
}
