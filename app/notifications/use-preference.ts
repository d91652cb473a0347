import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { notifications } from "#contract/notifications.ts";

type Preferences = Output<typeof notifications.preferences>;

export const preferencesQuery = queryOf(notifications.preferences, {});

/** Turns one preference on or off: at once on the screen, rolled back when it cannot be saved. */
export function useSavePreference() {
  const cache = useQueryClient();
  const setCached = (change: Partial<Preferences>) =>
    cache.setQueryData<Preferences>(preferencesQuery.queryKey, (now) => now && { ...now, ...change });
  return useMutation({
    // Saved one after another, each with all choices so far: the last press wins.
    scope: { id: "email preferences" },
    networkMode: "always",
    mutationFn: async (_change: Partial<Preferences>) => {
      const chosen = cache.getQueryData<Preferences>(preferencesQuery.queryKey);
      return chosen && call(notifications.savePreferences, { body: chosen });
    },
    onMutate: async (change) => {
      await cache.cancelQueries(preferencesQuery);
      setCached(change);
    },
    onError: (_error, change) => {
      setCached(Object.fromEntries(Object.entries(change).map(([name, on]) => [name, !on])));
    },
  });
}
