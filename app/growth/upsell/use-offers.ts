import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchAnew, queryKey, queryOf } from "#app/api/query.ts";
import { useSlow } from "#app/forms/use-slow.ts";
import { growth } from "#contract/growth.ts";
import { askForOffer, denyOffer } from "./offer-calls.ts";
import type { Asked } from "./asked-offer.ts";

const lists = [growth.dashboardUpsells, growth.onboardingUpsell];

/** Has every list of offers fetched anew. */
export function useFreshOffers(): () => Promise<unknown> {
  const cache = useQueryClient();
  return () => fetchAnew(cache, lists);
}

/** The offers of the dashboard. Nothing on the page waits for them, and without an answer none is shown. */
export const useDashboardOffers = () => useQuery(queryOf(growth.dashboardUpsells, {}));

/** The offer of a link she followed, opened to her by it. */
export const useAskedOffer = ({ code, word }: Asked) =>
  useQuery({
    queryKey: [...queryKey(growth.offerUpsell), code],
    queryFn: () => askForOffer(code, `${word}_modal`),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Says no to an offer, once; then the lists are fetched anew. */
export function useDeny(onDone: () => void) {
  const refetch = useFreshOffers();
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: denyOffer,
    onSuccess: () => {
      onDone();
      void refetch();
    },
  });
  return { deny: (id: string) => isPending || mutate(id), pending: isPending, busy: useSlow(isPending), error };
}
