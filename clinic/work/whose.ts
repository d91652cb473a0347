import { type InboxItem, type QueueName } from "./queues.ts";
import { inboxPath } from "./inbox-filter.ts";

/** Whose conversations are shown. */
export const whoseNames = ["all", "mine", "nobodys"] as const;
export type Whose = (typeof whoseNames)[number];

export const whoseFromSearch = (search: string): Whose => {
  const chosen = new URLSearchParams(search).get("whose");
  return whoseNames.find((name) => name === chosen) ?? "all";
};

export const whosePath = (queue: QueueName, whose: Whose): string =>
  whose === "all" ? inboxPath(queue) : `${inboxPath(queue)}&whose=${whose}`;

/** Those that are this person's, or nobody's. */
export const ofWhom = (items: readonly InboxItem[], whose: Whose, memberId: string): readonly InboxItem[] =>
  whose === "all"
    ? items
    : items.filter(({ assignee }) => (whose === "mine" ? assignee?.memberid === memberId : !assignee));
