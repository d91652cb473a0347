import { useQuery } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { useLiveState } from "#app/api/live/live.ts";
import { queryOf } from "#app/api/query.ts";
import { treatment } from "#contract/treatment.ts";
import { orderPollInterval, treatmentPollInterval } from "./polling.ts";

/** A tab she comes back to shows what another one changed, however short ago. */
const refetchOnWindowFocus = "always";

/** Her doctor, plan, orders, subscriptions and needs; kept up to date by the live connection, else by looking again. */
export function useTreatment() {
  const off = useLiveState() === "off";
  return useQuery({
    ...queryOf(treatment.full, {}),
    refetchInterval: ({ state: { data } }) => off && treatmentPollInterval(data),
    refetchOnWindowFocus,
  });
}

/** One order of hers, kept up to date in the same way. */
export function useOrder(id: string) {
  const off = useLiveState() === "off";
  return useQuery({
    ...queryOf(treatment.order, { params: { id } }),
    refetchInterval: ({ state: { data } }) => off && orderPollInterval(data),
    refetchOnWindowFocus,
  });
}

/** The thing asked for does not exist, or is not hers: trying again will not help. */
export const isMissing = (error: unknown): boolean => isApiError(error) && [400, 404].includes(error.status);
