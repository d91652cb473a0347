import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { queryKey, refetchShowing } from "#app/api/query.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { treatment } from "#contract/treatment/calls.ts";

/**
 * Runs one treatment action at a time: pressing again while one runs does nothing, and pressing again after an unknown outcome repeats the
 * same request with the same key. Whatever the outcome, the screens are refetched.
 */
export function useKeyedAction<Wanted, Result>(
  send: (input: Wanted, key: string) => Promise<Result>,
  {
    subscriptionsOf,
    onDone,
    onRefetched,
  }: {
    /** All of the patient's subscriptions, if the response has them: no screen shows stale ones. */
    readonly subscriptionsOf?: (result: Result) => readonly Subscription[];
    /** The action succeeded. The screens may not be refetched yet. */
    readonly onDone?: (result: Result, input: Wanted) => void;
    /** The action succeeded and the screens are refetched. */
    readonly onRefetched?: (result: Result, input: Wanted) => void;
  },
) {
  const cache = useQueryClient();
  const keyed = useKeyedRequests();
  const sending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    // Offline, it fails at once and says so, instead of charging the patient whenever the connection returns.
    networkMode: "always",
    mutationFn: (input: Wanted) => keyed(input, (key) => send(input, key)),
    onSuccess: async (result, input) => {
      const subscriptions = subscriptionsOf?.(result);
      if (subscriptions) {
        const withSubscriptions = (cached: Treatment | undefined) =>
          cached && { ...cached, subscriptions: [...subscriptions] };
        cache.setQueryData<Treatment>(queryKey(treatment.overview, {}), withSubscriptions);
      }
      onDone?.(result, input);
      await refetch();
      onRefetched?.(result, input);
    },
    onError: () => void refetch(),
    onSettled: () => {
      sending.current = false;
    },
  });

  const refetch = () => refetchShowing(cache, ["treatment", "order", "notification"]);

  return {
    press: (input: Wanted) => {
      if (sending.current) return;
      sending.current = true;
      mutate(input);
    },
    pending: isPending,
    busy: useDelayedBusy(isPending),
    error,
    reset,
  };
}
