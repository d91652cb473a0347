import { type Query, useQuery } from "@tanstack/react-query";
import { isApiError } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import type { Order } from "#contract/entities.ts";
import { type Treatment, treatment } from "#contract/treatment.ts";
import { orderPace, treatmentPace } from "./polling.ts";

/** After a look that failed, in ms. */
const afterFailure = 30_000;

/** When each answer was first seen; the cache keeps an equal answer as the same object. */
const firstSeen = new WeakMap<object, number>();

function unchangedFor(answer: object): number {
  const seen = firstSeen.get(answer) ?? Date.now();
  firstSeen.set(answer, seen);
  return Date.now() - seen;
}

/** Looks again by itself while the page is visible; `pace` says when, from how long (ms) nothing has changed. */
const live =
  <T extends object>(pace: (answer: T, unchanged: number) => number | false) =>
  ({ state: { data, status } }: Query<T>): number | false => {
    if (data === undefined) return false;
    const wait = pace(data, unchangedFor(data));
    return wait !== false && status === "error" ? afterFailure : wait;
  };

/** A tab she comes back to shows what another one changed, however short ago. */
const refetchOnWindowFocus = "always";

/** Her doctor, plan, orders, subscriptions and needs; kept up to date while something is under way. */
export const useTreatment = () =>
  useQuery({ ...queryOf(treatment.full, {}), refetchInterval: live<Treatment>(treatmentPace), refetchOnWindowFocus });

/** One order of hers, kept up to date while it is under way. */
export const useOrder = (id: string) =>
  useQuery({
    ...queryOf(treatment.order, { params: { id } }),
    refetchInterval: live<Order>(orderPace),
    refetchOnWindowFocus,
  });

/** The thing asked for does not exist, or is not hers: trying again will not help. */
export const isMissing = (error: unknown): boolean => isApiError(error) && [400, 404].includes(error.status);
