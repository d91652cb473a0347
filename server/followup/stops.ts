import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { stopInCare } from "#server/care/public.ts";
import type { StoredAnswer } from "./answers.ts";
import type { Deps, Followup } from "./load-followup.ts";

const allStops = ({ all }: Pick<Followup, "all">): readonly ScreeningStop[] => all.flatMap(({ stops }) => stops);

/** The earliest urgent notice the patient has not read; null when there is none. */
const unreadStop = (followup: Pick<Followup, "all" | "row">): ScreeningStop | null =>
  allStops(followup)[followup.row.stops_read] ?? null;

/** Like `unreadStop`, as the patient reads it: with what to do with the medicine at home. */
export async function loadUnreadStop(
  services: Pick<Deps, "db" | "content" | "secrets">,
  followup: Pick<Followup, "all" | "row">,
): Promise<ScreeningStop | null> {
  const stop = unreadStop(followup);
  return stop && stopInCare(services, followup.row.patient_id, stop);
}

/** How many notices are read once the patient has read this one: it, and repetitions of it that follow directly. */
export function stopsReadAfter(followup: Pick<Followup, "all" | "row">, ruleId: string): number {
  const stops = allStops(followup);
  let read = followup.row.stops_read;
  while (stops[read]?.ruleid === ruleId) read += 1;
  return read;
}

/** The urgent notices of these answers, each rule once. */
export function uniqueStops(answers: readonly StoredAnswer[]): ScreeningStop[] {
  const stops = answers.flatMap((given) => given.stops);
  return stops.filter((stop, index) => stops.findIndex(({ ruleid }) => ruleid === stop.ruleid) === index);
}
