import { formatNumber } from "#contract/fields/numbers.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { session } from "#clinic/session/current.ts";
import { QueryContent, Page } from "#clinic/ui/page.tsx";
import { groundNames } from "#clinic/ui/labels/record-grounds.ts";
import { saveCsv } from "#clinic/ui/table/csv.ts";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type AuditItem, auditCalls } from "#contract/care/audit.ts";
import { actorName, patientNameOf } from "./actor-name.ts";
import { auditCsv } from "./audit-csv.ts";
import { type AuditFilter, auditQuery, filterFromSearch, searchOfFilter } from "./audit-filter.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import css from "./audit-page.module.css";
import { auditDays, type AuditRun } from "./audit-rows.ts";
import { exportAll, maxExported } from "./export-all.ts";
import { deedOf } from "./what-was-done.ts";

/** On this computer, as the days of the filter are, so it says where. */
const time = new Intl.DateTimeFormat("en-US", {
  ...{ hour: "numeric", minute: "2-digit", second: "2-digit" },
  timeZoneName: "short",
});

type Query = NonNullable<ReturnType<typeof auditQuery>>;

/** Who read or changed what, whose, why and when: of a patient, by a person, or both. */
export function AuditPage() {
  const filter = filterFromSearch(useSearch());
  const query = auditQuery(filter);
  const rows = useInfiniteQuery({
    queryKey: queryKey(auditCalls.audit, query),
    queryFn: ({ pageParam, signal }) =>
      call(auditCalls.audit, { query: { ...query, ...(pageParam && { nextpage: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
    enabled: query !== null,
  });
  const items = rows.data?.pages.flatMap((page) => page.items) ?? [];
  const actors = useQuery({ ...queryOf(auditCalls.auditActors, {}), staleTime: 60_000 });
  const show = (part: Partial<AuditFilter>) => navigate(`/clinic/audit?${searchOfFilter({ ...filter, ...part })}`);
  return (
    <Page title="Audit" actions={query && <ExportButton query={query} />}>
      <AuditFilterBar
        filter={filter}
        patientName={patientNameOf({
          patientid: filter.patient,
          patientname: items.find(({ patientid }) => patientid === filter.patient)?.patientname ?? null,
        })}
        actorName={actorName({
          actor: filter.actor,
          actorname: actors.data?.items.find(({ actor }) => actor === filter.actor)?.name ?? null,
        })}
        onFilter={show}
      />
      {query === null ? (
        <p className={css["quiet"]}>
          Find a patient or a colleague to see who read or changed what, and why they could.
        </p>
      ) : (
        <QueryContent query={rows}>
          {() => (
            <>
              <AuditRows items={items} onFilter={show} />
              <MoreButton list={rows} />
              {!rows.hasNextPage && items.length > 0 && <p className={css["quiet"]}>That’s all of them.</p>}
            </>
          )}
        </QueryContent>
      )}
    </Page>
  );
}

function AuditRows({
  items,
  onFilter,
}: {
  items: readonly AuditItem[];
  onFilter: (part: Partial<AuditFilter>) => void;
}) {
  if (items.length === 0) return <p className={css["quiet"]}>No rows. Try other days, or another kind.</p>;
  return auditDays(items).map(({ day, runs }) => (
    <section key={day} className={css["day"]} aria-label={day}>
      <h2>{day}</h2>
      <Table label={`Audit of ${day}`} head={["Time", "What happened", "Why they could", "Result"]}>
        {runs.map((run, index) => (
          <AuditRow key={`${run.item.at} ${index}`} run={run} onFilter={onFilter} />
        ))}
      </Table>
    </section>
  ));
}

function AuditRow({
  run: { item, times },
  onFilter,
}: {
  run: AuditRun;
  onFilter: (part: Partial<AuditFilter>) => void;
}) {
  const { before, patient, after } = deedOf(item);
  return (
    <tr>
      <td className={css["when"]}>{time.format(new Date(item.at))}</td>
      <td title={item.call}>
        <FilterLink part={{ actor: item.actor }} onFilter={onFilter}>
          {actorName(item)}
        </FilterLink>{" "}
        {before}
        {patient !== "none" && item.patientid !== null && (
          <>
            <FilterLink part={{ patient: item.patientid }} onFilter={onFilter}>
              {patientNameOf(item)}
            </FilterLink>
            {patient === "possessive" && "’s"}
          </>
        )}
        {after}.{times > 1 && <span className={css["times"]}> {formatNumber(times)} times</span>}
      </td>
      <td>
        {item.ground === null ? "–" : groundNames[item.ground]}
        {item.words !== null && <q className={css["quote"]}>{item.words}</q>}
      </td>
      <td>
        {item.status < 400 ? (
          <span className={css["quiet"]}>Done</span>
        ) : (
          <StatusBadge tone="warning">{refusedBecause(item)}</StatusBadge>
        )}
      </td>
    </tr>
  );
}

/** A name that shows its rows; the rest of the filter stays. */
function FilterLink({
  part,
  onFilter,
  children,
}: {
  part: Partial<AuditFilter>;
  onFilter: (part: Partial<AuditFilter>) => void;
  children: ReactNode;
}) {
  const href = `/clinic/audit?${new URLSearchParams(part as Record<string, string>).toString()}`;
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onFilter(part);
      }}
    >
      {children}
    </a>
  );
}

const refusals: Readonly<Record<string, string>> = {
  reason_required: "No reason given",
  scope_missing: "Their role doesn’t open it",
  not_found: "Not found",
  claimed: "A colleague had it",
  proof_required: "Asked to prove it’s them",
};
const refusedBecause = ({ code, status }: AuditItem): string =>
  refusals[code ?? ""] ?? `Refused: ${(code ?? String(status)).replaceAll("_", " ")}`;

function ExportButton({ query }: { query: Query }) {
  const [added, setLoaded] = useState(0);
  const [isCut, setCut] = useState(false);
  const { send, sending, message } = useAct();
  async function save() {
    if (!(await session.ensureFresh())) return;
    setLoaded(0);
    setCut(false);
    await send(
      query,
      () =>
        exportAll(
          (nextpage) => call(auditCalls.audit, { query: { ...query, ...(nextpage && { nextpage }) } }),
          setLoaded,
        ),
      ({ items, complete }) => {
        saveCsv(auditCsv(items), "audit.csv");
        setCut(!complete);
      },
    );
  }
  const cut = `Only the newest ${formatNumber(maxExported)} rows are in the file. Choose fewer days for the rest.`;
  return (
    <>
      {(isCut || message) && <Alert tone="warning">{isCut ? cut : message}</Alert>}
      <Button variant="secondary" busy={sending} busyLabel={`${added} rows`} onClick={() => void save()}>
        Export as CSV
      </Button>
    </>
  );
}
