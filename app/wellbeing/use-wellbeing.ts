import { useQuery, useQueryClient } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { wellbeing, type Wellbeing } from "#contract/wellbeing/calls.ts";

const query = queryOf(wellbeing.read, {});

/** Check-ins and doses; doses change with the day, so a tab the patient returns to looks again. */
export const useWellbeing = () => useQuery({ ...query, refetchOnWindowFocus: "always" });

/** Keeps what a write answered, instead of asking again. */
export function useKeepWellbeing(): (saved: Wellbeing) => Promise<void> {
  const cache = useQueryClient();
  return async (saved) => {
    await cache.cancelQueries(query);
    cache.setQueryData(query.queryKey, saved);
  };
}
