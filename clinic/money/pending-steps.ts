import { useSyncExternalStore } from "react";
import { queryClient } from "#clinic/api/query.ts";
import type { Press } from "#clinic/work/act.ts";
import type { MoneyDecision } from "./money-step.ts";

/*
 * Presses whose outcome nobody knows, by order. They outlive their dialog and their page, so that whoever comes back repeats the same press and makes no
 * second one; with everything else they are forgotten when the person leaves.
 */
const keyOf = (orderId: string) => ["money-step", orderId] as const;
queryClient.setQueryDefaults(["money-step"], { gcTime: Number.POSITIVE_INFINITY });

export const pendingSteps = {
  get: (orderId: string): Press<MoneyDecision> | null =>
    queryClient.getQueryData<Press<MoneyDecision>>(keyOf(orderId)) ?? null,
  /** Null: its outcome is known. */
  set: (orderId: string, press: Press<MoneyDecision> | null): void => {
    if (press) queryClient.setQueryData<Press<MoneyDecision>>(keyOf(orderId), press);
    else queryClient.removeQueries({ queryKey: keyOf(orderId) });
  },
};

/** What was decided of an order with an outcome that is unknown; null: nothing. */
export const usePendingStep = (orderId: string): MoneyDecision | null =>
  useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => pendingSteps.get(orderId)?.intent ?? null,
    () => null,
  );
