import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { errorMessage } from "#app/api/api-error.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryClient, queryKey, queryOf } from "#clinic/api/query.ts";
import { session, useScopes } from "#clinic/session/current.ts";
import { Loaded, Page } from "#clinic/ui/page.tsx";
import { groundNames } from "#clinic/ui/words/record-grounds.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { type AuditItem, auditCalls } from "#contract/care/audit.ts";
import { staffMemberCalls, type StaffMember } from "#contract/staff/members.ts";
import { actorName } from "./actor-name.ts";
import { auditCsv } from "./audit-csv.ts";
import { auditQuery, filterFromSearch, searchOfFilter } from "./audit-filter.ts";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import css from "./audit-page.module.css";
import { exportAll, maxExported } from "./export-all.ts";

const count = new Intl.NumberFormat("en-US");
const time = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });

/** Who read or changed what, by patient or by person. */
export function AuditPage() {
  const filter = filterFromSearch(useSearch());
  const query = auditQuery(filter);
  const hasTeam = useScopes().includes("team");
  const members = useQuery({ ...queryOf(staffMemberCalls.members, {}), enabled: hasTeam });
  const team: readonly StaffMember[] = members.data?.items ?? [];
  const nameOf = (actor: string) => actorName(actor, team);
  return (
    <Page title="Audit" actions={query && <ExportButton query={query} hasTeam={hasTeam} />}>
      <AuditFilterForm
        key={searchOfFilter(filter)}
        filter={filter}
        team={team}
        onFilter={(next) => navigate(`/clinic/audit?${searchOfFilter(next)}`)}
      />
      {query === null ? (
        <p className={css["start"]}>Enter a patient’s ID or choose a person to see who read or changed what.</p>
      ) : (
        <AuditRows query={query} nameOf={nameOf} />
      )}
    </Page>
  );
}

type Query = NonNullable<ReturnType<typeof auditQuery>>;

function AuditRows({ query, nameOf }: { query: Query; nameOf: (actor: string) => string }) {
  const rows = useInfiniteQuery({
    queryKey: queryKey(auditCalls.audit, query),
    queryFn: ({ pageParam, signal }) =>
      call(auditCalls.audit, { query: { ...query, ...(pageParam && { nextpage: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  const isOfPatient = query.patient !== undefined;
  return (
    <Loaded query={rows}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <p className={css["start"]}>No rows. Try other days.</p>;
        return (
          <>
            <Table label="Audit" head={["When", isOfPatient ? "Who" : "Patient", "Call", "Why", "Result"]}>
              {items.map((item, index) => (
                <AuditRow key={`${item.at} ${index}`} item={item} who={isOfPatient ? nameOf(item.actor) : null} />
              ))}
            </Table>
            {rows.hasNextPage ? (
              <div>
                <Button
                  variant="secondary"
                  busy={rows.isFetchingNextPage}
                  busyLabel="Loading"
                  onClick={() => void rows.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            ) : (
              <p className={css["quiet"]}>
                {items.length === 1 ? "1 row." : `${items.length} rows.`} That’s all of them.
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** By patient, a row says who it was; by person, `who` is null and it says whose record. */
function AuditRow({ item, who }: { item: AuditItem; who: string | null }) {
  return (
    <tr>
      <td className={css["when"]}>{time.format(new Date(item.at))}</td>
      <td>
        {who !== null ? (
          <a title={item.actor} href={`/clinic/audit?${new URLSearchParams({ actor: item.actor }).toString()}`}>
            {who}
          </a>
        ) : item.patientid ? (
          <a href={`/clinic/audit?${new URLSearchParams({ patient: item.patientid }).toString()}`}>{item.patientid}</a>
        ) : (
          "–"
        )}
      </td>
      <td>{item.call}</td>
      <td>
        {item.ground === null ? "–" : groundNames[item.ground]}
        {item.words !== null && <span className={css["words"]}>{item.words}</span>}
      </td>
      <td>
        {item.status < 400 ? (
          <span className={css["quiet"]}>Allowed</span>
        ) : (
          <StatusBadge tone="warning">{item.code ?? item.status}</StatusBadge>
        )}
      </td>
    </tr>
  );
}

function ExportButton({ query, hasTeam }: { query: Query; hasTeam: boolean }) {
  const [loaded, setLoaded] = useState<number | null>(null);
  const [said, setSaid] = useState<{ tone: "warning" | "info"; text: string } | null>(null);
  async function save() {
    setSaid(null);
    if (!(await session.ensureFresh())) return;
    setLoaded(0);
    try {
      // The page may still be waiting for the team, and the file has to name them.
      const [members, { items, complete }] = await Promise.all([
        hasTeam ? queryClient.fetchQuery(queryOf(staffMemberCalls.members, {})) : null,
        exportAll(
          (nextpage) => call(auditCalls.audit, { query: { ...query, ...(nextpage && { nextpage }) } }),
          setLoaded,
        ),
      ]);
      const file = auditCsv(items, (actor) => actorName(actor, members?.items ?? []));
      saveFile(new Blob(["\ufeff", file], { type: "text/csv;charset=utf-8" }), "audit.csv");
      if (!complete)
        setSaid({
          tone: "warning",
          text: `Only the newest ${count.format(maxExported)} rows are in the file. Choose fewer days for the rest.`,
        });
    } catch (error) {
      setSaid({ tone: "warning", text: errorMessage(error) });
    } finally {
      setLoaded(null);
    }
  }
  return (
    <>
      {said && <Alert tone={said.tone}>{said.text}</Alert>}
      <Button variant="secondary" busy={loaded !== null} busyLabel={`${loaded ?? 0} rows`} onClick={() => void save()}>
        Export as CSV
      </Button>
    </>
  );
}
