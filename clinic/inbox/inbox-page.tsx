import { type CSSProperties, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Spinner } from "#app/ui/feedback/spinner.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { call } from "#clinic/api/call.ts";
import { caseActions, caseKeys, casePath } from "#clinic/work/case-keys.ts";
import { useMember, useScopes } from "#clinic/session/current.ts";
import { Loaded, Page } from "#clinic/ui/page.tsx";
import { SaidOnce } from "#clinic/ui/dialogs/said-once.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { useRowKeys } from "#clinic/ui/table/use-row-keys.ts";
import { claimOf, workOf } from "#clinic/work/claim-of.ts";
import { useClaims } from "#clinic/work/use-claims.ts";
import { care } from "#contract/care/calls.ts";
import { type Claim, staffWorkCalls } from "#contract/staff/work.ts";
import { countOf, filtered, inboxPath, queueFromSearch } from "#clinic/work/inbox-filter.ts";
import css from "./inbox-page.module.css";
import { type InboxItem, type QueueName, queues, queuesFor } from "#clinic/work/queues.ts";
import { ofWhom, whoseFromSearch } from "#clinic/work/whose.ts";
import type { RequestAction } from "#clinic/work/request-path.ts";
import { Columns, Row } from "./inbox-row.tsx";
import { UndecidableNotice } from "./undecidable-notice.tsx";
import { WhoseFilter } from "./whose-filter.tsx";
import { type Inbox, useInbox } from "#clinic/work/use-inbox.ts";

/** What waits for somebody, most urgent first. */
export function InboxPage() {
  const inbox = useInbox();
  const scopes = useScopes();
  const search = useSearch();
  const chosen = queueFromSearch(search);
  const { id: memberId } = useMember();
  const whose = chosen === "conversation" ? whoseFromSearch(search) : "all";
  return (
    <Page title="Inbox" actions={inbox.isFetching && inbox.data && <Spinner />}>
      <SaidOnce />
      <UndecidableNotice />
      <Loaded query={inbox} rows={12}>
        {(data) => (
          <>
            <Filter inbox={data} mine={queuesFor(scopes)} chosen={chosen} />
            {chosen === "conversation" && (
              <WhoseFilter inbox={data} queue={chosen} chosen={whose} memberId={memberId} />
            )}
            <List
              queue={chosen}
              items={ofWhom(filtered(data.items, chosen), whose, memberId)}
              opensRecord={care.patient.scopes.some((scope) => scopes.includes(scope))}
              opensCase={care.cases.scopes.some((scope) => scopes.includes(scope))}
            />
            {data.cut.length > 0 && (
              <p className={css["quiet"]}>
                Only those who have waited longest are shown. The rest follows as you work.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Filter({ inbox, mine, chosen }: { inbox: Inbox; mine: readonly QueueName[]; chosen: QueueName | null }) {
  return (
    <nav aria-label="Kinds">
      <ul className={css["filter"]}>
        {[null, ...mine].map((queue) => (
          <li key={queue ?? "all"}>
            <a
              href={inboxPath(queue)}
              className={css["chip"]}
              aria-current={queue === chosen ? "true" : undefined}
              data-empty={countOf(inbox, queue) === "0" || undefined}
            >
              {queue === null ? "All" : queues[queue].label} <b>{countOf(inbox, queue)}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The server's time, anew every half minute: what waits, waits longer. */
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
const focusedPath = (action: RequestAction): string | null =>
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

function List({ items, queue, ...opens }: { items: readonly InboxItem[]; queue: QueueName | null } & Opens) {
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
      <Columns queue={queue} />
      {chunksOf(items).map((chunk, index) => (
        <ul
          key={index}
          className={css["chunk"]}
          style={{ "--rows": chunk.length } as CSSProperties}
          aria-label={index === 0 ? "What waits" : `What waits, from ${index * rowsPerChunk + 1}`}
        >
          {chunk.map((item) => (
            <li key={`${item.queue} ${item.id}`} className={css["item"]}>
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
