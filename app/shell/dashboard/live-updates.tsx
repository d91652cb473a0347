import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { after } from "#app/browser/timers.ts";
import { prefetcher } from "#app/api/prefetch.ts";
import { onLive, startLive } from "#app/api/live.ts";
import { queryOf, refetchShowing } from "#app/api/query.ts";
import { resumeSending } from "#app/messages/outbox/resume-sending.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { showsTreatment } from "#app/routes/prefetch-calls.ts";
import { debounceTopics } from "./debounce-topics.ts";

/**
 * Keeps the pages up to date while the dashboard is open. It is mounted before them, so that the feed's cursor is requested before the data they
 * show: no change in between is missed.
 */
export function LiveUpdates() {
  const cache = useQueryClient();
  useEffect(() => {
    const onChanges = debounceTopics((topics) => {
      prefetcher.discard();
      void refetchShowing(cache, topics);
    }, after);
    const unsubscribes = [
      onLive("changes", onChanges),
      onLive("resync", () => void cache.invalidateQueries()),
      startLive(),
    ];
    // Requested here, or prefetched with the cursor: from now on a change refetches it, even while its page is still loading.
    if (showsTreatment(location.pathname)) void cache.prefetchQuery(queryOf(treatment.overview, {}));
    return () => {
      for (const end of unsubscribes) end();
    };
  }, [cache]);
  useEffect(resumeSending, []);
  return null;
}
