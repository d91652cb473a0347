import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { queryOf } from "#app/api/query.ts";
import { wellbeing, type Wellbeing } from "#contract/wellbeing/calls.ts";

const query = queryOf(wellbeing.read, {});

/** Check-ins and doses; doses change with the day, so a tab the patient returns to looks again. */
export const useWellbeing = () => useQuery({ ...query, refetchOnWindowFocus: "always" });

/** Whether a page may show what is around them: they are there, failed, or take too long to be waited for without a sign. */
export function useWellbeingSettled(): boolean {
  const { isPending } = useWellbeing();
  const slow = useDelayedBusy(isPending);
  return !isPending || slow;
}

/** Keeps what a write answered, instead of asking again. */
export function useKeepWellbeing(): (saved: Wellbeing) => Promise<void> {
  const cache = useQueryClient();
  return async (saved) => {
    await cache.cancelQueries(query);
    cache.setQueryData(query.queryKey, saved);
  };
}
