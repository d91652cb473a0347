import { act, waitFor } from "@testing-library/react";
import type { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { openScreen, type Screen } from "./screen.tsx";
import { createScreenServer } from "./server.ts";
import { callOf, endpoints, partsOf, type SentRow, sendsOf, titleOf } from "./what-is-sent.tsx";

/** What a row may leave behind: the words of a field, a dialog, a choice, a draft, or what another press would send. */
export type TraceKind = "typed" | "dialog" | "chosen" | "draft" | "again";

interface Told {
  readonly cache: QueryClient;
  /** Rows after which something stays, by their titles, and why. */
  readonly stays: Readonly<Record<string, Partial<Readonly<Record<TraceKind, string>>>>>;
  /** Senders that act on nothing a person wrote or chose, and why. */
  readonly unattended: Readonly<Record<string, string>>;
  /** Senders whose dialog Escape doesn't close, or is sent by closing, and why. */
  readonly unclosed: Readonly<Record<string, string>>;
}

type Server = ReturnType<typeof createScreenServer>;

/**
 * What a page keeps once the server has taken what a row sends, for the first row of each sender and each that isn't one of a list of choices: what was
 * typed is gone, its dialog closed, nothing chosen is still chosen, no draft is left in the browser or on the server, and another press doesn't send it again.
 * A dialog that is closed instead has sent nothing.
 * Left before the answer comes, a page of an app that claims work releases what it claimed and leaves no draft of what was done.
 */
export function describeWhatIsLeft(rows: readonly SentRow[], { cache, stays, unattended, unclosed }: Told): void {
  const used = new Set<string>();
  const swept = rows.filter(({ from, isChoice }) => isChoice !== true && unattended[from] === undefined);
  let looked = 0;
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
  });
  afterAll(() => {
    process.stdout.write(`What is left: ${swept.length} rows swept, ${looked} traces looked for\n`);
  });

  describe("once it's done nothing of it is left", () => {
    test.each(swept.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      const allowed = Object.keys(stays[titleOf(row)] ?? {});
      const found = await tracesOf(row, cache);
      looked += found.looked;
      for (const each of found.traces) if (allowed.includes(each.kind)) used.add(`${titleOf(row)} ${each.kind}`);
      expect(found.traces.filter(({ kind }) => !allowed.includes(kind))).toEqual([]);
    });
  });

  const asked = [...Map.groupBy(swept, ({ from }) => from).values()].flatMap(
    (ofSender) => ofSender.find(({ from, dialog }) => dialog !== undefined && unclosed[from] === undefined) ?? [],
  );
  describe("a dialog that is closed instead of the last press sends nothing", () => {
    test.each(asked.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T20:00:00Z") });
      const server = createScreenServer();
      const screen = await openScreen(row.show(server), { server, cache });
      await row.act(withoutLastPress(screen));
      await waitFor(() => expect(dialogNames()).toContain(row.dialog));
      const requests = () => server.sent.filter(({ call }) => call === callOf(row)).length;
      const before = requests();
      await screen.closeDialog();
      await act(() => server.settled());
      expect(dialogNames()).not.toContain(row.dialog);
      expect(requests()).toBe(before);
      screen.close();
      await afterwards(server);
    });
  });

  const claims = rows.filter((row) => callOf(row) === "staff.release" && /^clinic\/work\//.test(row.from));
  if (claims.length > 0) {
    describe("left before the answer comes", () => {
      const first = [...Map.groupBy(swept, ({ from }) => from).values()].flatMap(([row]) => row ?? []);
      test.each(first.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
        const { server, typed } = await leaveEarly(row, callOf(row), cache);
        expect(stillClaimed(server)).toEqual([]);
        if (stays[titleOf(row)]?.draft === undefined) expect(draftsWith(server, typed)).toEqual([]);
      });
    });
    describe("left before it's known whether it could be claimed", () => {
      test.each(claims.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
        const { server } = await leaveEarly(row, "staff.claim", cache);
        expect(server.sent.map(({ call }) => call)).toContain("staff.claim");
        expect(stillClaimed(server)).toEqual([]);
      });
    });
  }

  test("what may stay does, after a row that there is", () => {
    expect(swept.length).toBeGreaterThan(0);
    const named = Object.entries(stays).flatMap(([title, kinds]) =>
      Object.keys(kinds).map((kind) => `${title} ${kind}`),
    );
    expect(named.filter((each) => !used.has(each))).toEqual([]);
    const senders = new Set(rows.map(({ from }) => from));
    expect([...Object.keys(unattended), ...Object.keys(unclosed)].filter((from) => !senders.has(from))).toEqual([]);
  });
}

interface Trace {
  readonly kind: TraceKind;
  readonly what: string;
}

/** Walks through a row that works, and looks for what is left of it. */
async function tracesOf(row: SentRow, cache: QueryClient): Promise<{ traces: readonly Trace[]; looked: number }> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T20:00:00Z") });
  const server = createScreenServer();
  const screen = await openScreen(row.show(server), { server, cache });
  const chosenBefore = new Set(chosen());
  await row.act(screen);
  await screen.sentOf(callOf(row), sendsOf(row).length);
  const typed = typedIn(screen);
  const dialog = screen.pressedIn();
  let traces: Trace[] = [];
  const look = () => {
    traces = [
      ...typed.filter((value) => isInField(value)).map((what): Trace => ({ kind: "typed", what })),
      ...(dialog !== null && dialogNames().includes(dialog) ? [{ kind: "dialog", what: dialog } as const] : []),
      ...chosen().flatMap((what): Trace[] => (chosenBefore.has(what) ? [] : [{ kind: "chosen", what }])),
    ];
    if (traces.length > 0) throw new Error("something is left");
  };
  await act(() => server.settled());
  await waitFor(look, { timeout: 300 }).catch(() => {});
  if (typed.length > 0) traces.push(...(await sentAgain(row, screen, typed)));
  screen.close();
  await afterwards(server);
  traces.push(...draftsWith(server, typed).map((what): Trace => ({ kind: "draft", what })));
  return { traces, looked: typed.length * 3 + (dialog === null ? 0 : 1) + 1 };
}

/** What was typed that another press sends as a new request. */
async function sentAgain({ from }: SentRow, screen: Screen, typed: readonly string[]): Promise<readonly Trace[]> {
  const call = from.split(" ")[1] as string;
  if (!endpoints.has(call) || !screen.canPressAgain() || screen.pressedChoice()) return [];
  const { length } = screen.server.sent;
  // A press that follows at once is taken for the second click of a double one.
  vi.setSystemTime(Date.now() + 5000);
  await screen.pressAgain();
  await act(() => screen.server.settled());
  return screen.server.sent
    .slice(length)
    .filter((each) => each.call === call)
    .filter((each) => typed.some((value) => JSON.stringify(partsOf(each)).includes(JSON.stringify(value).slice(1, -1))))
    .map(() => ({ kind: "again", what: call }));
}

/** Walks through a row and leaves the page while `held` is under way, which then is answered. */
async function leaveEarly(row: SentRow, held: string, cache: QueryClient) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T20:00:00Z") });
  const server = createScreenServer();
  const left = Promise.withResolvers<null>();
  const shown = row.show(server);
  server.hold(held, left.promise);
  const screen = await openScreen(shown, { server, cache });
  await row.act(screen);
  await screen.sentOf(held);
  const typed = typedIn(screen);
  screen.close();
  left.resolve(null);
  await afterwards(server);
  return { server, typed };
}

/** The same screen, on which a press happens once something follows it: the last one never does. */
function withoutLastPress(screen: Screen): Screen {
  let waiting: (() => Promise<void>) | null = null;
  async function catchUp() {
    const press = waiting;
    waiting = null;
    await press?.();
  }
  const afterThePress = <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function"
          ? (...args: unknown[]) => catchUp().then(() => Reflect.apply(value, target, args) as unknown)
          : value;
      },
    });
  return {
    ...afterThePress({ ...screen, user: afterThePress(screen.user) }),
    press: async (...what) => {
      await catchUp();
      waiting = () => screen.press(...what);
    },
  };
}

/** What leaving the page sends is sent, and what follows from that as well. */
async function afterwards(server: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await server.settled();
}

/** What was written: a choice from a list is none. */
const typedIn = (screen: Screen): readonly string[] => [
  ...new Set(
    screen
      .filled()
      .filter(([field, value]) => !(field instanceof HTMLSelectElement) && value.trim().length > 2)
      .map(([, value]) => value),
  ),
];

const isInField = (value: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some((field) => field.value === value);

/** Boxes that are ticked and rows that are selected, by their names. */
const chosen = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>("input[type=checkbox], [role=checkbox], [aria-selected=true]")].flatMap(
    (each) => {
      const isChosen = each instanceof HTMLInputElement ? each.checked : each.getAttribute("aria-checked") !== "false";
      const name = each.getAttribute("aria-label") ?? (each as HTMLInputElement).labels?.[0]?.textContent;
      return isChosen ? [name ?? each.textContent] : [];
    },
  );

const dialogNames = (): readonly string[] =>
  [...document.querySelectorAll("dialog[open], [role$=dialog]")].map((dialog) =>
    (document.getElementById(dialog.getAttribute("aria-labelledby") ?? "")?.textContent ?? "").replaceAll(/\s+/g, " "),
  );

/** Where what was typed is kept: the last draft the server was sent of something, and the browser's own storage. */
function draftsWith(server: Server, typed: readonly string[]): readonly string[] {
  const drafts = server.sent.filter(({ call }) => call === "staff.saveDraft");
  const last = [...Map.groupBy(drafts, ({ params }) => JSON.stringify(params))].map(
    ([of, saves]): readonly [string, string] => [of, JSON.stringify(saves.at(-1)?.body)],
  );
  const stored = [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage).map((name) => [name, storage.getItem(name) ?? ""] as const),
  );
  return [...last, ...stored].flatMap(([of, text]) =>
    typed.some((value) => text.includes(JSON.stringify(value).slice(1, -1))) ? [`${of}: ${text}`] : [],
  );
}

/** What was claimed and isn't released by a request that came after the claim was made. */
function stillClaimed({ log }: Server): readonly string[] {
  const claimed = new Map<string, boolean>();
  for (const { request, isDone } of log) {
    if (request.call === "staff.claim" && isDone) claimed.set(JSON.stringify(request.params), true);
    if (request.call === "staff.release" && !isDone) claimed.set(JSON.stringify(request.params), false);
  }
  return [...claimed].flatMap(([of, isClaimed]) => (isClaimed ? [of] : []));
}
