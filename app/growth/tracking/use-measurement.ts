import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { growth } from "#contract/growth/calls.ts";
import { hasGlobalPrivacyControl } from "./global-privacy-control.ts";

type Measurement = Output<typeof growth.measurement>;

/** Her choice, as the server has it. */
export const measurementQuery = queryOf(growth.measurement, {});

/** Allows or forbids that a partner is told of her orders: at once on the screen, and back when it cannot be saved. */
export function useMeasurement() {
  const cache = useQueryClient();
  const setCached = (measurement: Measurement | undefined) =>
    cache.setQueryData<Measurement>(measurementQuery.queryKey, measurement);
  return useMutation({
    // One after the other: the last press is what is kept.
    scope: { id: "measurement" },
    networkMode: "always",
    mutationFn: (allowed: boolean) => call(growth.changeMeasurement, { body: { allowed } }),
    onMutate: async (allowed) => {
      await cache.cancelQueries(measurementQuery);
      const before = cache.getQueryData<Measurement>(measurementQuery.queryKey);
      // Allowing it in a browser that does not ask for privacy overrules another one that did.
      setCached(before && { ...before, allowed, gpc: hasGlobalPrivacyControl() || (before.gpc && !allowed) });
      return before;
    },
    onSuccess: setCached,
    onError: (_error, _allowed, before) => setCached(before),
  });
}
