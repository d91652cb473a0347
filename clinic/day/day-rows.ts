import { countOf, filtered } from "#clinic/work/inbox-filter.ts";
import type { QueueName } from "#clinic/work/queues.ts";
import type { Inbox } from "#clinic/work/use-inbox.ts";
import { isLate, promises } from "./promises.ts";

export interface DayRow {
  readonly queue: QueueName;
  /** As the inbox says it: “12”, or “200+”. */
  readonly count: string;
  /** When what has waited longest began to wait; null: nothing waits. */
  readonly oldest: string | null;
  readonly promised: string | null;
  /** How many are past the promise, and how many within; null where nothing is promised. */
  readonly late: number | null;
  readonly within: number | null;
}

/** Each queue as it is now, from the inbox's own answer, so that no number here can differ from the list. */
export function dayRows(inbox: Inbox, queues: readonly QueueName[], now: number, timeZone: string): readonly DayRow[] {
  return queues.map((queue) => {
    const items = filtered(inbox.items, queue);
    const promise = promises[queue];
    const late = items.filter((item) => isLate(item, now, timeZone)).length;
    return {
      queue,
      count: countOf(inbox, queue),
      oldest: items.map(({ since }) => since).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
      promised: promise?.words ?? null,
      late: promise ? late : null,
      within: promise ? items.length - late : null,
    };
  });
}
