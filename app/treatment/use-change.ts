import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { refetchQueries, queryKey } from "#app/api/query.ts";
import { randomUuid } from "#app/api/random.ts";
import { useDelayedBusy } from "#app/forms/use-slow.ts";
import { account } from "#contract/account.ts";
import type { Subscription } from "#contract/entities.ts";
import { notifications } from "#contract/notifications.ts";
import { type Treatment, treatment } from "#contract/treatment.ts";
import { isOutcomeUnknown } from "./way-out.ts";

/**
 * Carries out one change of her treatment at a time: a second press while one is under way is no press, and a press after a lost answer
 * repeats the very same request. Whatever comes of it, the screens are fetched anew.
 */
export function useKeyedAction<Wanted, Result>(
  send: (input: Wanted, key: string) => Promise<Result>,
  {
    subscriptionsOf,
    onAnswer: onDone,
    onAgreed: onRefetched,
  }: {
    /** All of the patient's subscriptions, where the answer has them: no screen shows their former state any more. */
    readonly subscriptionsOf?: (result: Result) => readonly Subscription[];
    /** It was done. What leads on from here may show what is not fetched anew yet. */
    readonly onAnswer?: (result: Result, input: Wanted) => void;
    /** And the screens have been fetched anew. */
    readonly onAgreed?: (result: Result, input: Wanted) => void;
  },
) {
  const cache = useQueryClient();
  const keyedRequest = useRef({ wanted: "", key: "" });
  const sending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    // Without a connection it fails at once and says so, instead of charging her whenever there is one again.
    networkMode: "always",
    mutationFn: async (input: Wanted) => {
      const text = JSON.stringify(input);
      if (keyedRequest.current.wanted !== text) keyedRequest.current = { wanted: text, key: randomUuid() };
      try {
        return await send(input, keyedRequest.current.key);
      } catch (failure) {
        if (!isOutcomeUnknown(failure)) keyedRequest.current.wanted = "";
        throw failure;
      }
    },
    onSuccess: async (result, input) => {
      keyedRequest.current.wanted = "";
      const subscriptions = subscriptionsOf?.(result);
      if (subscriptions) {
        const withSubscriptions = (cached: Treatment | undefined) =>
          cached && { ...cached, subscriptions: [...subscriptions] };
        cache.setQueryData<Treatment>(queryKey(treatment.full, {}), withSubscriptions);
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

  const refetch = () => refetchQueries(cache, [treatment.full, treatment.order, account.user, notifications.list]);

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
