import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { SettingsCard } from "#app/ui/layout/settings-card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { hasGlobalPrivacyControl } from "./global-privacy-control.ts";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { growth } from "#contract/growth/calls.ts";

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

type Choice = Output<typeof growth.measurement>;

/** The patient's choice, as stored on the server. */
const measurementQuery = queryOf(growth.measurement, {});

/** Allows or forbids telling a partner about the patient's orders; updates the screen at once and rolls back if saving fails. */
function useMeasurement() {
  const cache = useQueryClient();
  const setCached = (measurement: Choice | undefined) =>
    cache.setQueryData<Choice>(measurementQuery.queryKey, measurement);
  return useMutation({
    // Requests run one after another, so that the last choice is the one stored.
    scope: { id: "measurement" },
    networkMode: "always",
    mutationFn: (allowed: boolean) => call(growth.changeMeasurement, { body: { allowed } }),
    onMutate: async (allowed) => {
      await cache.cancelQueries(measurementQuery);
      const before = cache.getQueryData<Choice>(measurementQuery.queryKey);
      // Allowing it in a browser without Global Privacy Control overrides an earlier browser that had it.
      setCached(before && { ...before, allowed, gpc: hasGlobalPrivacyControl() || (before.gpc && !allowed) });
      return before;
    },
    onSuccess: setCached,
    onError: (_error, _allowed, before) => setCached(before),
  });
}
