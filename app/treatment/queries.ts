import { useQuery } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { useLiveState } from "#app/api/live.ts";
import { queryOf } from "#app/api/query.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { Order } from "#contract/orders/orders.ts";

const second = 1000;

/** Decided within the hour, by the doctor or the patient's bank. */
const decidedSoonStatuses: readonly Order["status"][] = ["authorizing", "unknown", "authorized"];
/** The pharmacy and the carrier take days. */
const inTransitStatuses: readonly Order["status"][] = ["paid", "shipped"];

/** Milliseconds until the next poll while the live connection is off; false if no change is expected. */
export function orderPollInterval(order: Pick<Order, "status"> | undefined): number | false {
  if (order && decidedSoonStatuses.includes(order.status)) return 30 * second;
  return order && inTransitStatuses.includes(order.status) ? 60 * second : false;
}

/** Like `orderPollInterval`, for everything on the home screen. */
export function treatmentPollInterval(treatment: Pick<Treatment, "plan" | "orders"> | undefined): number | false {
  if (treatment?.plan.status === "in_review") return 30 * second;
  return orderPollInterval(treatment?.orders.find((order) => orderPollInterval(order) !== false));
}

/** A tab the patient returns to shows changes made in another, however recent its data. */
const refetchOnWindowFocus = "always";

/** The doctor, plan, orders, subscriptions and action items; kept current by the live connection, else by polling. */
export function useTreatment() {
  const off = useLiveState() === "off";
  return useQuery({
    ...queryOf(treatment.overview, {}),
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
