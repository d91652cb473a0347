import { useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import { arrivalText, newestOf } from "./arrivals.ts";

/**
 * What to say about those that came in since the list was first there; empty until one does. Of what the open page is about, that page
 * itself tells.
 */
export function useArrivals(items: readonly Notification[] | undefined, unread: number): string {
  const [since, setSince] = useState<string | null>(null);
  const [news, setNews] = useState("");
  if (items) {
    const newest = newestOf(items);
    if (since === null || newest > since) {
      setSince(newest);
      const text =
        since === null
          ? ""
          : arrivalText(
              items.filter(({ href }) => href !== location.pathname),
              since,
              unread,
            );
      if (text) setNews(text);
    }
  }
  return news;
}
