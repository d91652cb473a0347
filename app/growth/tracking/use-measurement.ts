import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { growth } from "#contract/growth/calls.ts";
import { hasGlobalPrivacyControl } from "./global-privacy-control.ts";

type Measurement = Output<typeof growth.measurement>;

/** The patient's choice, as stored on the server. */
export const measurementQuery = queryOf(growth.measurement, {});

/** Allows or forbids telling a partner about the patient's orders; updates the screen at once and rolls back if saving fails. */
export function useMeasurement() {
  const cache = useQueryClient();
  const setCached = (measurement: Measurement | undefined) =>
    cache.setQueryData<Measurement>(measurementQuery.queryKey, measurement);
  return useMutation({
    // Requests run one after another, so that the last choice is the one stored.
    scope: { id: "measurement" },
    networkMode: "always",
    mutationFn: (allowed: boolean) => call(growth.changeMeasurement, { body: { allowed } }),
    onMutate: async (allowed) => {
      await cache.cancelQueries(measurementQuery);
      const before = cache.getQueryData<Measurement>(measurementQuery.queryKey);
      // Allowing it in a browser without Global Privacy Control overrides an earlier browser that had it.
      setCached(before && { ...before, allowed, gpc: hasGlobalPrivacyControl() || (before.gpc && !allowed) });
      return before;
    },
    onSuccess: setCached,
    onError: (_error, _allowed, before) => setCached(before),
  });
}
