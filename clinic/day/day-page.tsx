import { settings } from "#app/settings.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Spinner } from "#app/ui/feedback/spinner.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { queues, queuesFor } from "#clinic/work/queues.ts";
import { span } from "#clinic/work/urgency.ts";
import { useInbox } from "#clinic/work/use-inbox.ts";
import { useScopes } from "#clinic/session/current.ts";
import { Loaded, Page } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { type DayRow, dayRows } from "./day-rows.ts";
import css from "./day-page.module.css";

/** How many wait in each queue, how long, and whether what was promised is kept. */
export function DayPage() {
  const inbox = useInbox();
  const scopes = useScopes();
  return (
    <Page title="Day" actions={inbox.isFetching && inbox.data && <Spinner />}>
      <Loaded query={inbox}>
        {(data) => {
          const now = serverClock.now();
          const rows = dayRows(data, queuesFor(scopes), now, settings.brand.timezone);
          return (
            <>
              <Summary rows={rows} />
              <Table label="Queues" head={["Queue", "Waiting", "Longest wait", "We promised", "Kept so far"]}>
                {rows.map((row) => (
                  <QueueRow key={row.queue} row={row} now={now} />
                ))}
              </Table>
              <p className={css["quiet"]}>
                Business days are Monday to Friday. Counted from what waits now, like the inbox.
                {data.cut.length > 0 && " Where a number ends in +, those who have waited longest are counted."}
              </p>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** The one sentence for somebody who only looks in. */
function Summary({ rows }: { rows: readonly DayRow[] }) {
  const late = rows.reduce((sum, row) => sum + (row.late ?? 0), 0);
  const waits = rows.some(({ oldest }) => oldest !== null);
  const words =
    late > 0
      ? `${late} ${late === 1 ? "has" : "have"} waited longer than we promised.`
      : waits
        ? "Nobody has waited longer than we promised."
        : "Nothing waits.";
  return <p className={css["summary"]}>{words}</p>;
}

function QueueRow({ row, now }: { row: DayRow; now: number }) {
  const { queue, count, oldest, promised, late, within } = row;
  return (
    <tr className={oldest === null ? css["empty"] : undefined}>
      <td>
        <a href={inboxPath(queue)}>{queues[queue].label}</a>
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
