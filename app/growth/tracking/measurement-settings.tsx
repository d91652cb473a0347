import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { SettingsCard } from "#app/ui/layout/settings-card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { hasGlobalPrivacyControl } from "./global-privacy-control.ts";
import { measurementQuery, useMeasurement } from "./use-measurement.ts";

/** Whether a partner may be told about the patient's orders. A browser with Global Privacy Control overrides the choice. */
export function Measurement() {
  const measurement = useQuery(measurementQuery);
  const { mutate, isSuccess, error } = useMeasurement();
  const { data, isError, isPending } = measurement;
  return (
    <SettingsCard
      title="What we share about your orders"
      saved={isSuccess}
      problem={error && errorMessage(error)}
      note={
        data?.configured === false &&
        "Right now, we don't share with anyone. If we ever do, we'll follow your choice here."
      }
    >
      <p>
        If an ad brought you here, it helps us to know it worked. We'll only tell the company that showed it if you say
        so. It will learn that there was an order, what it cost, and which click led to it. It will never learn your
        name, what you bought or anything about your health.
      </p>
      {isError && !data && <LoadError query={measurement} />}
      {isPending && <Skeleton shape="row" label="" />}
      {data && (
        <Switch
          label="Tell the company whose ad I saw"
          hint={hintOf(data)}
          checked={data.allowed && !data.gpc}
          disabled={hasGlobalPrivacyControl()}
          onChange={({ target }) => mutate(target.checked)}
        />
      )}
    </SettingsCard>
  );
}

function hintOf({ gpc }: { readonly gpc: boolean }): string {
  if (hasGlobalPrivacyControl()) return "This browser asks us not to share (Global Privacy Control), so it stays off.";
  if (gpc) return "Off, because one of your browsers asked us not to share. You can turn it on here.";
  return "Off until you turn it on. You can turn it off again any time.";
}
