import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { SettingsCard } from "#app/ui/layout/settings-card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { preferencesQuery, useSavePreference } from "./use-preference.ts";

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
      note="We always email you about charges and refunds, changes to your plan, and the safety of your account. You see all of it here, too, under the bell."
    >
      {isError && !data && <LoadError query={preferences} />}
      {isPending && <Skeleton kind="row" count={2} label="" />}
      {data && (
        <>
          <Switch
            label="New messages"
            hint="An email when a message waits for you. It never says what is in it."
            checked={data.messages}
            onChange={({ target }) => mutate({ messages: target.checked })}
          />
          <Switch
            label="Order updates and news"
            hint="When we have your order, when it ships, and what else is new."
            checked={data.updates}
            onChange={({ target }) => mutate({ updates: target.checked })}
          />
        </>
      )}
    </SettingsCard>
  );
}
