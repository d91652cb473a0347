import { type InboxItem, type QueueName, queueNames } from "./queues.ts";
import type { Inbox } from "./use-inbox.ts";

/** The queue chosen in the address; null for all. */
export function queueFromSearch(search: string): QueueName | null {
  const chosen = new URLSearchParams(search).get("queue");
  return queueNames.find((name) => name === chosen) ?? null;
}

export const inboxPath = (queue: QueueName | null): string =>
  queue === null ? "/clinic/inbox" : `/clinic/inbox?queue=${queue}`;

export const filtered = (items: readonly InboxItem[], queue: QueueName | null): readonly InboxItem[] =>
  queue === null ? items : items.filter((item) => item.queue === queue);

/** “12”, and “200+” where more waits than was read. */
export const countOf = ({ items, cut }: Inbox, queue: QueueName | null): string => {
  const more = queue === null ? cut.length > 0 : cut.includes(queue);
  return `${filtered(items, queue).length}${more ? "+" : ""}`;
};
