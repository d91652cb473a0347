import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { type CSSProperties, lazy, Suspense, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { loadChunk } from "#app/router/load-chunk.ts";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { call } from "#clinic/api/call.ts";
import { caseActions, caseKeys, casePath } from "#clinic/work/case-keys.ts";
import { useMember, usePermissions } from "#clinic/session/current.ts";
import { QueryContent, Page } from "#clinic/ui/page.tsx";
import { NextNotice } from "#clinic/ui/dialogs/next-notice.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { useRowKeys } from "#clinic/ui/table/use-row-keys.ts";
import { claimOf, workOf } from "#clinic/work/claim-of.ts";
import { useClaims } from "#clinic/work/use-claims.ts";
import { care } from "#contract/care/calls.ts";
import { type Claim, staffWorkCalls } from "#contract/staff/work.ts";
import { AddTask } from "#clinic/care/tasks/add-task.tsx";
import { inboxPath, kindFromSearch, assigneeFromSearch } from "#clinic/work/inbox-filter.ts";
import css from "./inbox-page.module.css";
import { kindLabels } from "#clinic/work/kind-labels.ts";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxCount, InboxItem } from "#contract/care/inbox.ts";
import { permits } from "#contract/policy/policy.ts";
import type { DecisionAction } from "#clinic/work/decision-path.ts";
import { Columns, Row } from "./inbox-row.tsx";
import { UndecidableNotice } from "./undecidable-notice.tsx";
import { AssigneeFilterNav } from "./assignee-filter-nav.tsx";
import { useInboxList } from "#clinic/work/use-inbox.ts";

/** Loaded with its list: the inbox is the first page. */
const AskedTasks = lazy(() =>
  loadChunk(() => import("#clinic/care/tasks/open-tasks.tsx")).then((m) => ({ default: m.AskedTasks })),
);

/** What waits for somebody, most urgent first. */
export function InboxPage() {
  const permissions = usePermissions();
  const search = useSearch();
  const chosen = kindFromSearch(search);
  const assignee = chosen === "conversation" ? assigneeFromSearch(search) : "all";
  const inbox = useInboxList(chosen, assignee);
  return (
    <Page
      title="Inbox"
      actions={
        <>
          {inbox.isFetching && inbox.data && <Spinner />}
          <AddTask about={aboutNobody} />
        </>
      }
    >
      <NextNotice />
      <UndecidableNotice />
      <QueryContent query={inbox} rows={12}>
        {({ pages }) => {
          const counts = pages[0]?.kinds ?? [];
          const conversations = counts.find(({ kind }) => kind === "conversation");
          return (
            <>
              <Filter counts={counts} chosen={chosen} />
              {chosen === "conversation" && conversations && (
                <AssigneeFilterNav count={conversations} chosen={assignee} />
              )}
              <List
                kind={chosen}
                items={pages.flatMap(({ items }) => items)}
                opensRecord={permits(permissions, care.patient.access.needs)}
                opensCase={permits(permissions, care.cases.access.needs)}
              />
              <MoreButton list={inbox} />
              {chosen === "task" && (
                <Suspense fallback={null}>
                  <AskedTasks />
                </Suspense>
              )}
            </>
          );
        }}
      </QueryContent>
    </Page>
  );
}

const aboutNobody = { patient: null };

function Filter({ counts, chosen }: { counts: readonly InboxCount[]; chosen: InboxKind | null }) {
  const all = counts.reduce((sum, { waiting }) => sum + waiting, 0);
  return (
    <nav aria-label="Kinds">
      <ul className={css["filter"]}>
        {[{ kind: null, waiting: all }, ...counts].map(({ kind, waiting }) => (
          <li key={kind ?? "all"}>
            <a
              href={inboxPath(kind)}
              className={css["chip"]}
              aria-current={kind === chosen ? "true" : undefined}
              data-empty={waiting === 0 || undefined}
            >
              {kind === null ? "All" : kindLabels[kind].label} <b>{waiting}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The server's time, read every half minute, because waits grow longer. */
function useMinutes(): number {
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface Opens {
  readonly opensRecord: boolean;
  readonly opensCase: boolean;
}

/** The patient whose case is focused in the list. */
const focusedCase = (): string | null =>
  document.activeElement instanceof HTMLElement ? (document.activeElement.dataset["case"] ?? null) : null;

/** Where the action of a focused renewal or upsell begins. */
const focusedPath = (action: DecisionAction): string | null =>
  document.activeElement instanceof HTMLElement ? (document.activeElement.dataset[action] ?? null) : null;

/** A case's keys work on its row as well: they open it there. `e` lets others have it. */
function useCaseKeys(onRelease: (patientId: string) => void): void {
  const onFocused = (act: (patientId: string) => void) => () => {
    const patientId = focusedCase();
    if (patientId) act(patientId);
  };
  useKeys(
    Object.fromEntries(
      caseActions.map((action) => [
        caseKeys[action].key,
        () => {
          const path = action === "approve" || action === "decline" ? focusedPath(action) : null;
          if (path !== null) return navigate(path);
          onFocused(action === "next" ? onRelease : (id) => navigate(casePath(id, action)))();
        },
      ]),
    ),
  );
}

function List({ items, kind, ...opens }: { items: readonly InboxItem[]; kind: InboxKind | null } & Opens) {
  const now = useMinutes();
  const { id: memberId } = useMember();
  const list = useRowKeys<HTMLDivElement>();
  const claims = useClaims();
  useCaseKeys((id) => {
    void call(staffWorkCalls.release, { params: { kind: "case", id } }).then(
      () => claims.refetch(),
      () => {},
    );
  });
  if (items.length === 0)
    return <output className={css["done"]}>Nothing waits here. New things show up on their own.</output>;
  return (
    <div ref={list} className={css["list"]}>
      <Columns kind={kind} />
      {chunksOf(items).map((chunk, index) => (
        <ul
          key={index}
          className={css["chunk"]}
          style={{ "--rows": chunk.length } as CSSProperties}
          aria-label={index === 0 ? "What waits" : `What waits, from ${index * rowsPerChunk + 1}`}
        >
          {chunk.map((item) => (
            <li key={`${item.kind} ${item.id}`} className={css["item"]}>
              <Row
                item={item}
                now={now}
                memberId={memberId}
                claim={claimFor(item, claims.data?.items ?? [])}
                {...opens}
              />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

/** Rows that a browser skips together while they are out of sight: looking at each of thousands would take a frame. */
const rowsPerChunk = 40;
const chunksOf = (items: readonly InboxItem[]): readonly (readonly InboxItem[])[] =>
  Array.from({ length: Math.ceil(items.length / rowsPerChunk) }, (_, index) =>
    items.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk),
  );

function claimFor(item: InboxItem, claims: readonly Claim[]): Claim | null {
  const work = workOf(item);
  return work && claimOf(claims, work);
}
