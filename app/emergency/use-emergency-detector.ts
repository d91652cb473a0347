import { useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { whenConnected } from "#app/browser/connection.ts";
import { queryKey } from "#app/api/query.ts";
import { support } from "#contract/support.ts";

/**
 * The practice's emergency rules, to check what waits to be sent: without a connection nobody else checks it. Fetched while there is one and
 * `enabled`.
 */
export const useEmergencyDetector = (enabled = true) =>
  useQuery({
    queryKey: queryKey(support.emergencyWords, {}),
    queryFn: async ({ signal }) => {
      const [{ createEmergencyDetector: emergencyReader }, rules] = await Promise.all([
        // A browser remembers that an import has failed.
        whenConnected().then(() => import("#contract/emergency/find-emergency.ts")),
        call(support.emergencyWords, {}, { signal, silent: true }),
      ]);
      return emergencyReader(rules);
    },
    enabled: enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  }).data;
