import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryKey, queryOf, refetchShowing } from "#app/api/query.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { growth } from "#contract/growth/calls.ts";
import { offerUpsellByCode, denyUpsell } from "./upsell-calls.ts";
import type { LinkedUpsell } from "./linked-upsell.ts";

/** Refetches every list of upsells. */
export function useRefetchUpsells(): () => Promise<unknown> {
  const cache = useQueryClient();
  return () => refetchShowing(cache, ["offer"]);
}

/** The dashboard's upsells. Nothing waits for them; if the request fails, none is shown. */
export const useDashboardUpsells = () => useQuery(queryOf(growth.dashboardUpsells, {}));

/** The upsell of a followed link, created by the request. */
export const useLinkedUpsell = ({ code, paramValue: word }: LinkedUpsell) =>
  useQuery({
    queryKey: [...queryKey(growth.addUpsellToPatient), code],
    queryFn: () => offerUpsellByCode(code, `${word}_modal`),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Declines an upsell once, then refetches the lists. */
export function useDenyUpsell(onDone: () => void) {
  const refetch = useRefetchUpsells();
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: denyUpsell,
    onSuccess: () => {
      onDone();
      void refetch();
    },
  });
  return { deny: (id: string) => isPending || mutate(id), pending: isPending, busy: useDelayedBusy(isPending), error };
}
