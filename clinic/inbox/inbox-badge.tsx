import { countOf } from "#clinic/work/inbox-filter.ts";
import { useInbox, useInboxUpdates } from "#clinic/work/use-inbox.ts";
import css from "./inbox-badge.module.css";

/** How many things wait: the length of the list, from the list's own query. */
export function InboxBadge() {
  useInboxUpdates();
  const { data } = useInbox();
  if (!data || data.items.length === 0) return null;
  return (
    <span className={css["count"]}>
      <span className="visually-hidden">, waiting: </span>
      {countOf(data, null)}
    </span>
  );
}
