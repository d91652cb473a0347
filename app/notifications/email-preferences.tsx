import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { SettingsCard } from "#app/ui/layout/settings-card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { notifications } from "#contract/notifications.ts";

type Preferences = Output<typeof notifications.preferences>;

const preferencesQuery = queryOf(notifications.preferences, {});

/** Turns one preference on or off: at once on the screen, rolled back when it cannot be saved. */
function useSavePreference() {
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

/** What the patient is mailed about; saved on each press. */
export function EmailPreferences() {
  const preferences = useQuery(preferencesQuery);
  const { mutate, isSuccess, error } = useSavePreference();
  const { data, isError, isPending } = preferences;
  return (
    <SettingsCard
      title="What we email you about"
      saved={isSuccess}
      problem={error && errorMessage(error)}
      note="We always email you about charges and refunds, changes to your plan, and the safety of your account. You'll see all of it here, too, under the bell."
    >
      {isError && !data && <LoadError query={preferences} />}
      {isPending && <Skeleton shape="row" count={2} label="" />}
      {data && (
        <>
          <Switch
            label="New messages"
            hint="An email when you have a new message. It never says what's in it."
            checked={data.messages}
            onChange={({ target }) => mutate({ messages: target.checked })}
          />
          <Switch
            label="Order updates and news"
            hint="When we get your order, when it ships, and what else is new."
            checked={data.updates}
            onChange={({ target }) => mutate({ updates: target.checked })}
          />
        </>
      )}
    </SettingsCard>
  );
}
