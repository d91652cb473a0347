import { limits } from "#contract/constants.ts";
import type { ChangeTopic } from "#contract/http/topics.ts";
import type { FeedChange } from "#contract/notifications.ts";

/** Debounces changed topics for 800 ms (spec §9), so that a burst makes one fetch of each query; then passes them on. */
export function debounceTopics(
  refetch: (topics: ReadonlySet<ChangeTopic>) => void,
  after: (ms: number, run: () => void) => unknown,
): (items: readonly FeedChange[]) => void {
  let topics = new Set<ChangeTopic>();
  return (items) => {
    if (items.length > 0 && topics.size === 0) {
      after(limits.throttleMs, () => {
        const changed = topics;
        topics = new Set();
        refetch(changed);
      });
    }
    for (const { topic } of items) topics.add(topic);
  };
}
