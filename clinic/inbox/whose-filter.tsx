import { countOf, filtered } from "#clinic/work/inbox-filter.ts";
import type { QueueName } from "#clinic/work/queues.ts";
import type { Inbox } from "#clinic/work/use-inbox.ts";
import { ofWhom, type Whose, whoseNames, whosePath } from "#clinic/work/whose.ts";
import css from "./inbox-page.module.css";

const labels: Readonly<Record<Whose, string>> = { all: "Everybody’s", mine: "Mine", nobodys: "Nobody’s" };

/** Whose conversations are shown, counted from the list itself. */
export function WhoseFilter({
  inbox,
  queue,
  chosen,
  memberId,
}: {
  inbox: Inbox;
  queue: QueueName;
  chosen: Whose;
  memberId: string;
}) {
  const items = filtered(inbox.items, queue);
  return (
    <nav aria-label="Whose">
      <ul className={css["filter"]}>
        {whoseNames.map((whose) => {
          const count = countOf({ ...inbox, items: ofWhom(items, whose, memberId) }, queue);
          return (
            <li key={whose}>
              <a
                href={whosePath(queue, whose)}
                className={css["chip"]}
                aria-current={whose === chosen ? "true" : undefined}
                data-empty={count === "0" || undefined}
              >
                {labels[whose]} <b>{count}</b>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
