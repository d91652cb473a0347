import { act, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient, queryKey } from "#clinic/api/query.ts";
import { inboxItem } from "#clinic/testing/inbox.ts";
import { asMember } from "#clinic/testing/sent/as-member.tsx";
import { session } from "#clinic/session/current.ts";
import { lockedSession, staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { type AssigneeFilter, type InboxKind } from "#contract/care/inbox-kinds.ts";
import { inboxPageMax } from "#contract/care/inbox.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { useInboxList, useInboxNumbers, useInboxUpdates, useWaiting, useWaitingOf } from "./use-inbox.ts";
import { useLookEvery } from "./use-work-changes.ts";

/** What the server's stream says, by hand. */
class Stream {
  static readonly all: Stream[] = [];
  onopen: (() => void) | null = null;
  onmessage: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readyState = 0;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    Stream.all.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}
const own = globalThis as { EventSource?: unknown };
const { EventSource: before } = own;
beforeEach(() => void (Stream.all.length = 0));
let close = () => {};
afterEach(() => {
  close();
  own.EventSource = before;
  see("visible");
});
const see = (visibilityState: string) => {
  Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};

const [first, second, third] = [1, 2, 3].map((number) => inboxItem({ id: staffId(number) })) as [
  ...[ReturnType<typeof inboxItem>, ReturnType<typeof inboxItem>, ReturnType<typeof inboxItem>],
];
const counted = (waiting: number) => [{ kind: "renewal" as const, waiting, oldest: null, promised: null, late: null }];

/** A page of somebody with these roles; the inbox answers two pages, and the numbers of whoever asked last. */
async function open(Page: () => ReactNode, at = "/clinic", as: readonly Role[] = roles) {
  const server = createScreenServer();
  const page = asMember(server, <Page />, { at, roles: as });
  let asked = 0;
  server.answer(care.inbox, ({ query }) => ({
    ...{ kinds: counted((asked += 1)), items: query["nextpage"] === undefined ? [first, second] : [third] },
    nextpage: query["nextpage"] === undefined ? "p2" : null,
  }));
  const shown = await openScreen(page, { server, cache: queryClient });
  ({ close } = shown);
  const queries = () =>
    server.log.flatMap(({ request, isDone }) => (request.call === "care.inbox" && isDone ? [request.query] : []));
  return { ...shown, queries };
}
const idsOf = (items: readonly { readonly id: string }[] | undefined) => items?.map(({ id }) => id.at(-1)).join() ?? "";

describe("what is asked of the inbox", () => {
  test.each<[InboxKind | null, AssigneeFilter, object]>([
    [null, "all", {}],
    ["conversation", "all", { kind: "conversation" }],
    ["conversation", "mine", { kind: "conversation", whose: "mine" }],
    ["conversation", "nobodys", { kind: "conversation", whose: "nobodys" }],
  ])("its list of %s, %s, page by page", async (kind, assignee, query) => {
    function List() {
      const { data, hasNextPage, fetchNextPage } = useInboxList(kind, assignee);
      const items = data?.pages.flatMap((page) => page.items);
      return (
        <button type="button" onClick={() => void fetchNextPage()}>
          {`${idsOf(items)} ${hasNextPage ? "more" : "end"}`}
        </button>
      );
    }
    const { press, queries } = await open(List);
    await press("1,2 more");
    await screen.findByText("1,2,3 end");
    expect(queries()).toEqual([query, { ...query, nextpage: "p2" }]);
  });

  test("the most urgent of a kind, and what waits of one patient", async () => {
    function Lists() {
      return <p>{`${idsOf(useWaiting("plan"))} ${idsOf(useWaitingOf(staffId(7)))}`}</p>;
    }
    const { queries } = await open(Lists);
    await screen.findByText("1,2 1,2");
    const limit = String(inboxPageMax);
    expect(queries()).toEqual([
      { kind: "plan", limit },
      { patientid: staffId(7), limit },
    ]);
  });

  const useNumbers = () => JSON.stringify(useInboxNumbers().data?.map(({ waiting }) => waiting) ?? null);
  test("its numbers: those of whichever part was asked for last, but for one patient's", async () => {
    function Numbers() {
      const [shown, show] = useState<readonly string[]>([]);
      return (
        <>
          <p>{`now ${useNumbers()}`}</p>
          {["a list", "a patient"].map((part) => (
            <button key={part} type="button" onClick={() => show([...shown, part])}>
              {part}
            </button>
          ))}
          {shown.includes("a list") && <List />}
          {shown.includes("a patient") && <Patients />}
        </>
      );
    }
    const List = () => <p>{idsOf(useWaiting("renewal"))}</p>;
    const Patients = () => <p>{`of one: ${idsOf(useWaitingOf(staffId(7)))}`}</p>;
    const { press, queries } = await open(Numbers);
    await screen.findByText("now [1]");
    expect(queries()).toEqual([{ limit: "0" }]);
    await press("a patient");
    await screen.findByText("of one: 1,2");
    screen.getByText("now [1]");
    await press("a list");
    await screen.findByText("now [3]");
    expect(queries()).toHaveLength(3);
  });

  test("each part by itself, again each minute while somebody looks, and not while nobody does", async () => {
    function Lists() {
      useInboxList(null, "all");
      return <p>{`${useNumbers()} ${idsOf(useWaiting("plan"))} ${idsOf(useWaitingOf(staffId(7)))}`}</p>;
    }
    await open(Lists);
    await screen.findByText(/ 1,2 1,2$/);
    const parts = () =>
      queryClient
        .getQueryCache()
        .findAll({ queryKey: ["inbox"] })
        .map(({ queryKey: key, observers }) => [key, ...observers.map(({ options }) => options.refetchInterval)]);
    const every = (ms: number | false) => [
      [["inbox", "list", null, "all"], ms],
      [["inbox", "numbers"], ms],
      [["inbox", "next", "plan"], ms],
      [["inbox", "patient", staffId(7)], ms],
    ];
    expect(parts()).toEqual(every(60_000));
    act(() => see("hidden"));
    expect(parts()).toEqual(every(false));
  });

  test("nothing more for the numbers on the inbox's own page, and nothing by whom nothing waits for", async () => {
    function Numbers() {
      return <p>{`now ${useNumbers()}`}</p>;
    }
    const { queries } = await open(Numbers, "/clinic/inbox");
    await screen.findByText("now null");
    expect(queries()).toEqual([]);
    close();
    const others = await open(Numbers, "/clinic", []);
    await screen.findByText("now null");
    expect(others.queries()).toEqual([]);
    close();
    const chosen = await open(Numbers, "/clinic/inbox?queue=renewal");
    await screen.findByText("now null");
    expect(chosen.queries()).toEqual([]);
  });
});

describe("what has changed", () => {
  function Updates() {
    useInboxUpdates();
    return <p>{`looks every ${useLookEvery(5000)}`}</p>;
  }

  test("is read again at once: lists, claims, and what is open; nothing else is", async () => {
    own.EventSource = Stream;
    await open(Updates);
    const [stream] = Stream.all;
    expect(Stream.all.map(({ url }) => url)).toEqual(["/api/clinic/work/stream"]);
    const keys = [
      ...[["inbox", "list"], queryKey(staffWorkCalls.claims), queryKey(care.workItem), queryKey(care.conversation)],
      ...[queryKey(care.patientConversations), queryKey(care.prescriptionRenewals), queryKey(care.upsells)],
    ];
    const others = [queryKey(care.patient), queryKey(care.followups)];
    for (const key of [...keys, ...others]) queryClient.setQueryData([...key, "of a test"], "known");
    act(() => stream?.onmessage?.());
    const outdated = (key: readonly unknown[]) => queryClient.getQueryState([...key, "of a test"])?.isInvalidated;
    await waitFor(() => expect(keys.map(outdated)).toEqual(keys.map(() => true)));
    expect(others.map(outdated)).toEqual(others.map(() => false));
  });

  test("also what waits of a kind or of a patient, and how much does", async () => {
    own.EventSource = Stream;
    function Waiting() {
      useInboxUpdates();
      useInboxNumbers();
      return <p>{`${idsOf(useWaiting("renewal"))} ${idsOf(useWaitingOf(staffId(7)))}`}</p>;
    }
    const { queries } = await open(Waiting);
    await screen.findByText("1,2 1,2");
    await waitFor(() => expect(queries()).toHaveLength(3));
    act(() => Stream.all[0]?.onmessage?.());
    await waitFor(() => expect(queries()).toHaveLength(6));
    expect(queries().slice(3)).toEqual(queries().slice(0, 3));
  });

  test("is looked for rarely while the server tells of it, more often where it can't, never where nobody looks", async () => {
    own.EventSource = Stream;
    await open(Updates);
    const [stream] = Stream.all;
    screen.getByText("looks every 5000");
    act(() => stream?.onopen?.());
    screen.getByText("looks every 60000");
    act(() => stream?.onerror?.());
    screen.getByText("looks every 5000");
    act(() => stream?.onmessage?.());
    screen.getByText("looks every 60000");
    act(() => see("hidden"));
    screen.getByText("looks every false");
    expect([Stream.all.length, stream?.isClosed]).toEqual([1, true]);
    act(() => see("visible"));
    expect([Stream.all.length, Stream.all[1]?.isClosed]).toEqual([2, false]);
    screen.getByText("looks every 5000");
  });

  test("is heard of neither before somebody is in nor behind the lock", async () => {
    own.EventSource = Stream;
    const server = createScreenServer();
    const page = (
      <>
        <Updates />
        {asMember(server, <p>in</p>)}
      </>
    );
    ({ close } = await openScreen(page, { server, cache: queryClient }));
    await screen.findByText("in");
    const closed = () => Stream.all.map(({ isClosed }) => isClosed);
    expect(closed()).toEqual([false]);
    server.answer(staffSessionCalls.session, { session: lockedSession() });
    await act(() => session.refresh());
    expect(closed()).toEqual([true]);
  });

  test("is looked for where a browser has no streams", async () => {
    Reflect.deleteProperty(own, "EventSource");
    await open(Updates);
    screen.getByText("looks every 5000");
  });
});
