import { useQuery } from "@tanstack/react-query";
import { shownText } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import { Switch } from "#app/ui/switch.tsx";
import css from "./email-preferences.module.css";
import { preferencesQuery, usePreference } from "./use-preference.ts";

/** What she is mailed about; in force as she presses. */
export function EmailPreferences() {
  const preferences = useQuery(preferencesQuery);
  const change = usePreference();
  return (
    <Card as="section" className={css["card"]} aria-labelledby="emails">
      <div className={css["head"]}>
        <h2 id="emails" className={css["title"]}>
          What we email you about
        </h2>
        <StatusMessage visible>{change.isSuccess && <span className={css["saved"]}>Saved.</span>}</StatusMessage>
      </div>
      {preferences.isError && !preferences.data && <LoadError query={preferences} />}
      {preferences.isPending && <Skeleton kind="row" count={2} label="" />}
      {preferences.data && (
        <>
          <Switch
            label="New messages"
            hint="An email when a message waits for you. It never says what is in it."
            checked={preferences.data.messages}
            onChange={({ target }) => change.mutate({ messages: target.checked })}
          />
          <Switch
            label="Order updates and news"
            hint="When we have your order, when it ships, and what else is new."
            checked={preferences.data.updates}
            onChange={({ target }) => change.mutate({ updates: target.checked })}
          />
        </>
      )}
      {change.isError && (
        <Alert kind="warning" title="This was not saved">
          {shownText(change.error)}
        </Alert>
      )}
      <p className={css["always"]}>
        We always email you about charges and refunds, changes to your plan, and the safety of your account. You see all
        of it here, too, under the bell.
      </p>
    </Card>
  );
}
