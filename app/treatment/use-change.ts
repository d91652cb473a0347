import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { fetchAnew, queryKey } from "#app/api/query.ts";
import { randomId } from "#app/api/random.ts";
import { useSlow } from "#app/forms/use-slow.ts";
import { account } from "#contract/account.ts";
import type { Subscription } from "#contract/entities.ts";
import { notifications } from "#contract/notifications.ts";
import { type Treatment, treatment } from "#contract/treatment.ts";
import { isOpen } from "./way-out.ts";

/**
 * Carries out one change of her treatment at a time: a second press while one is under way is no press, and a press after a lost answer
 * repeats the very same request. Whatever comes of it, the screens are fetched anew.
 */
export function useChange<Wanted, Result>(
  send: (wanted: Wanted, key: string) => Promise<Result>,
  {
    subscriptionsOf,
    onAnswer,
    onAgreed,
  }: {
    /** All of the patient's subscriptions, where the answer has them: no screen shows their former state any more. */
    readonly subscriptionsOf?: (result: Result) => readonly Subscription[];
    /** It was done. What leads on from here may show what is not fetched anew yet. */
    readonly onAnswer?: (result: Result, wanted: Wanted) => void;
    /** And the screens have been fetched anew. */
    readonly onAgreed?: (result: Result, wanted: Wanted) => void;
  },
) {
  const cache = useQueryClient();
  const open = useRef({ wanted: "", key: "" });
  const sending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    // Without a connection it fails at once and says so, instead of charging her whenever there is one again.
    networkMode: "always",
    mutationFn: async (wanted: Wanted) => {
      const text = JSON.stringify(wanted);
      if (open.current.wanted !== text) open.current = { wanted: text, key: randomId() };
      try {
        return await send(wanted, open.current.key);
      } catch (failure) {
        if (!isOpen(failure)) open.current.wanted = "";
        throw failure;
      }
    },
    onSuccess: async (result, wanted) => {
      open.current.wanted = "";
      const subscriptions = subscriptionsOf?.(result);
      if (subscriptions) {
        const put = (known: Treatment | undefined) => known && { ...known, subscriptions: [...subscriptions] };
        cache.setQueryData<Treatment>(queryKey(treatment.full, {}), put);
      }
      onAnswer?.(result, wanted);
      await refetch();
      onAgreed?.(result, wanted);
    },
    onError: () => void refetch(),
    onSettled: () => {
      sending.current = false;
    },
  });

  const refetch = () => fetchAnew(cache, [treatment.full, treatment.order, account.user, notifications.list]);

  return {
    press: (wanted: Wanted) => {
      if (sending.current) return;
      sending.current = true;
      mutate(wanted);
    },
    pending: isPending,
    busy: useSlow(isPending),
    error,
    reset,
  };
}
