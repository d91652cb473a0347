import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { after } from "#app/api/after.ts";
import { onLive, startLive } from "#app/api/live/live.ts";
import { queryOf } from "#app/api/query.ts";
import { resumeSending } from "#app/messages/outbox/resume-sending.ts";
import { treatment } from "#contract/treatment.ts";
import { showsTreatment } from "../first-calls.ts";
import { debounceTopics } from "./query-topics.ts";

/**
 * Keeps the pages up to date while the dashboard is open. It stands before them, so that the place in the feed is asked for before what they
 * show: nothing moves unseen in between.
 */
export function LiveUpdates() {
  const cache = useQueryClient();
  useEffect(() => {
    const onChanges = debounceTopics((keys) => {
      for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
    }, after);
    const unsubscribes = [
      onLive("changes", onChanges),
      onLive("missed", () => void cache.invalidateQueries()),
      startLive(),
    ];
    // Asked for now, or ahead with the place: from here on what moves has it fetched again, though its page may still be on the way.
    if (showsTreatment(location.pathname)) void cache.prefetchQuery(queryOf(treatment.full, {}));
    return () => {
      for (const end of unsubscribes) end();
    };
  }, [cache]);
  useEffect(resumeSending, []);
  return null;
}
