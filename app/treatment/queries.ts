import { useQuery } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { useLiveState } from "#app/api/live/live.ts";
import { queryOf } from "#app/api/query.ts";
import { treatment } from "#contract/treatment.ts";
import { orderPollInterval, treatmentPollInterval } from "./polling.ts";

/** A tab the patient returns to shows changes made in another, however recent its data. */
const refetchOnWindowFocus = "always";

/** The doctor, plan, orders, subscriptions and action items; kept current by the live connection, else by polling. */
export function useTreatment() {
  const off = useLiveState() === "off";
  return useQuery({
    ...queryOf(treatment.full, {}),
    refetchInterval: ({ state: { data } }) => off && treatmentPollInterval(data),
    refetchOnWindowFocus,
  });
}

/** One order of the patient, kept current the same way. */
export function useOrder(id: string) {
  const off = useLiveState() === "off";
  return useQuery({
    ...queryOf(treatment.order, { params: { id } }),
    refetchInterval: ({ state: { data } }) => off && orderPollInterval(data),
    refetchOnWindowFocus,
  });
}

/** The resource doesn't exist or belongs to someone else: a retry won't help. */
export const isMissing = (error: unknown): boolean => isApiError(error) && [400, 404].includes(error.status);
