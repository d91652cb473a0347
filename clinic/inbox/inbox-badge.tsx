import { useInboxNumbers, useInboxUpdates } from "#clinic/work/use-inbox.ts";
import css from "./inbox-badge.module.css";

/** How many things wait. */
export function InboxBadge() {
  useInboxUpdates();
  const { data = [] } = useInboxNumbers();
  const count = data.reduce((sum, { waiting }) => sum + waiting, 0);
  if (count === 0) return null;
  return (
    <span className={css["count"]}>
      <span className="visually-hidden">, waiting: </span>
      {count}
    </span>
  );
}
