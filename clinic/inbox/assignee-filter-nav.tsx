import type { InboxCount } from "#contract/care/inbox.ts";
import { type AssigneeFilter, assigneeFilters } from "#contract/care/inbox-kinds.ts";
import { assigneePath } from "#clinic/work/inbox-filter.ts";
import css from "./inbox-page.module.css";

const labels: Readonly<Record<AssigneeFilter, string>> = { all: "Everybody’s", mine: "Mine", nobodys: "Nobody’s" };

/** Whose conversations are shown, each with how many there are. */
export function AssigneeFilterNav({ count, chosen }: { count: InboxCount; chosen: AssigneeFilter }) {
  const counts = { all: count.waiting, mine: count.mine, nobodys: count.nobodys };
  return (
    <nav aria-label="Whose">
      <ul className={css["filter"]}>
        {assigneeFilters.map((assignee) => (
          <li key={assignee}>
            <a
              href={assigneePath(count.kind, assignee)}
              className={css["chip"]}
              aria-current={assignee === chosen ? "true" : undefined}
              data-empty={counts[assignee] === 0 || undefined}
            >
              {labels[assignee]} <b>{counts[assignee]}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
