import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { kindLabels } from "#clinic/work/kind-labels.ts";
import { span } from "#clinic/work/urgency.ts";
import { useInboxNumbers } from "#clinic/work/use-inbox.ts";
import { QueryContent, Page } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { type DayRow, dayRows } from "./day-rows.ts";
import { OverdueTasks } from "./overdue-tasks.tsx";
import css from "./day-page.module.css";

/** How many wait in each queue, how long, and whether what was promised is kept. */
export function DayPage() {
  const inbox = useInboxNumbers();
  return (
    <Page title="Day" actions={inbox.isFetching && inbox.data && <Spinner />}>
      <QueryContent query={inbox}>
        {(data) => {
          const now = serverClock.now();
          const rows = dayRows(data);
          return (
            <>
              <Summary rows={rows} />
              <Table label="Queues" head={["Queue", "Waiting", "Longest wait", "We promised", "Kept so far"]}>
                {rows.map((row) => (
                  <QueueRow key={row.kind} row={row} now={now} />
                ))}
              </Table>
              <OverdueTasks />
              <p className={css["quiet"]}>
                Business days are Monday to Friday. Counted from what waits now, like the inbox.
              </p>
            </>
          );
        }}
      </QueryContent>
    </Page>
  );
}

/** The one sentence for somebody who only looks in. */
function Summary({ rows }: { rows: readonly DayRow[] }) {
  const late = rows.reduce((sum, row) => sum + (row.late ?? 0), 0);
  const waits = rows.some(({ oldest }) => oldest !== null);
  const text =
    late > 0
      ? `${late} ${late === 1 ? "has" : "have"} waited longer than we promised.`
      : waits
        ? "Nobody has waited longer than we promised."
        : "Nothing waits.";
  return <p className={css["summary"]}>{text}</p>;
}

function QueueRow({ row, now }: { row: DayRow; now: number }) {
  const { kind, count, oldest, promised, late, within } = row;
  return (
    <tr className={oldest === null ? css["empty"] : undefined}>
      <td>
        <a href={inboxPath(kind)}>{kindLabels[kind].label}</a>
      </td>
      <td className={css["number"]}>{count}</td>
      <td className={css["number"]}>{oldest === null ? "–" : span(now - Date.parse(oldest))}</td>
      <td className={css["quiet"]}>{promised ?? "–"}</td>
      <td>
        {late === null || oldest === null ? (
          "–"
        ) : late > 0 ? (
          <>
            <StatusBadge tone="warning">{late} late</StatusBadge>
            {within !== null && within > 0 && <span className={css["quiet"]}> {within} on time</span>}
          </>
        ) : (
          <StatusBadge tone="success">All on time</StatusBadge>
        )}
      </td>
    </tr>
  );
}
