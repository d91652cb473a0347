import { useSyncExternalStore } from "react";
import { queryClient } from "#clinic/api/query.ts";
import type { MoneyStep } from "./money-step.ts";

/*
 * Presses whose outcome nobody knows. They outlive their dialog and their page, so that whoever comes back repeats the same press and makes no second
 * one; with everything else they are forgotten when the person leaves.
 */
const keyOf = (orderId: string) => ["money-step", orderId] as const;
queryClient.setQueryDefaults(["money-step"], { gcTime: Number.POSITIVE_INFINITY });

export const pendingSteps = {
  get: (orderId: string): MoneyStep | null => queryClient.getQueryData<MoneyStep>(keyOf(orderId)) ?? null,
  keep: (step: MoneyStep): void => void queryClient.setQueryData<MoneyStep>(keyOf(step.orderId), step),
  forget: (orderId: string): void => queryClient.removeQueries({ queryKey: keyOf(orderId) }),
};

/** The press of an order whose outcome is unknown; null: none. */
export const usePendingStep = (orderId: string): MoneyStep | null =>
  useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => pendingSteps.get(orderId),
    () => null,
  );
