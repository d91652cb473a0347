import { act } from "@testing-library/react";
import type { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { afterwards, chosen, dialogNames, draftsWith, isInField, stillClaimed, typedIn } from "./left-on-page.ts";
import { openScreen, type Screen } from "./screen.tsx";
import { createScreenServer } from "./server.ts";
import { until } from "./until.ts";
import { callOf, endpoints, partsOf, type SentRow, titleOf } from "./what-is-sent.tsx";

/** What a row may leave behind: the words of a field, a dialog, a choice, a draft, or what another press would send. */
export type TraceKind = "typed" | "dialog" | "chosen" | "draft" | "again";

/** Rows after which something stays, by their titles, and why. */
export type Stays = Readonly<Record<string, Partial<Readonly<Record<TraceKind, string>>>>>;

interface Told {
  readonly cache: QueryClient;
  readonly stays: Stays;
  /** Senders that act on nothing a person wrote or chose, and why. */
  readonly unattended: Readonly<Record<string, string>>;
  /** Senders whose dialog Escape doesn't close, or is sent by closing, and why. */
  readonly unclosed: Readonly<Record<string, string>>;
}

/** Rows of one app as they are swept: `describeWhatIsSent` walks through them. */
export interface Sweep {
  readonly isSwept: (row: SentRow) => boolean;
  /** Begun as the page is open: leaves it once the row is done, and fails where something of it stays. */
  readonly watch: (row: SentRow, screen: Screen) => () => Promise<void>;
  /** Leaves the page before the answer comes, which then is given, and fails where something is still claimed or drafted. */
  readonly leaveEarly: (row: SentRow, screen: Screen, answer: () => void) => Promise<void>;
  /** Whether the row is left before its answer comes. */
  readonly isLeftEarly: (row: SentRow) => boolean;
  /** What is walked through for this alone. To be called after all else. */
  readonly describeRest: () => void;
}

/**
 * What a page keeps once the server has taken what a row sends, for each row that isn't one of a list of choices: what was
 * typed is gone, its dialog closed, nothing chosen is still chosen, no draft is left in the browser or on the server, and another press doesn't send it again.
 * A dialog that is closed instead has sent nothing.
 * Left before the answer comes, a page of an app that claims work releases what it claimed and leaves no draft of what was done.
 */
export function sweepOf(rows: readonly SentRow[], { cache, stays, unattended, unclosed }: Told): Sweep {
  const used = new Set<string>();
  const swept = rows.filter(({ from, isChoice }) => isChoice !== true && unattended[from] === undefined);
  const claims = rows.filter((row) => callOf(row) === "staff.release" && /^clinic\/work\//.test(row.from));
  const first = [...Map.groupBy(swept, ({ from }) => from).values()].flatMap(([row]) => row ?? []);
  const early = new Set(claims.length > 0 ? first : []);
  // What is sent in several steps can't be compared before the first is answered.
  const inSteps = [...early].filter(({ sends }) => Array.isArray(sends));
  let looked = 0;

  const leaveEarly = async (row: SentRow, screen: Screen, answer: () => void) => {
    const typed = typedIn(screen);
    screen.close();
    answer();
    await afterwards(screen.server);
    expect(stillClaimed(screen.server)).toEqual([]);
    if (stays[titleOf(row)]?.draft === undefined) expect(draftsWith(screen.server, typed)).toEqual([]);
  };

  return {
    isSwept: (row) => swept.includes(row),
    isLeftEarly: (row) => early.has(row) && !inSteps.includes(row),
    leaveEarly,
    watch: (row, screen) => {
      const traces = tracesOf(row, screen);
      return async () => {
        const found = await traces();
        looked += found.looked;
        const allowed = Object.keys(stays[titleOf(row)] ?? {});
        for (const each of found.traces) if (allowed.includes(each.kind)) used.add(`${titleOf(row)} ${each.kind}`);
        expect(found.traces.filter(({ kind }) => !allowed.includes(kind))).toEqual([]);
      };
    },
    describeRest: () => {
      afterEach(() => {
        vi.useRealTimers();
        localStorage.clear();
        sessionStorage.clear();
      });
      afterAll(() => {
        process.stdout.write(`What is left: ${swept.length} rows swept, ${looked} traces looked for\n`);
      });
      describeClosed(swept, cache, unclosed);
      if (claims.length > 0) {
        describe("left before the answer comes", () => {
          test.each(inSteps.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
            const { screen, answer } = await walkUntil(callOf(row), row, cache);
            await leaveEarly(row, screen, answer);
          });
        });
        describeUnclaimed(claims, cache);
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
    },
  };
}

function describeClosed(swept: readonly SentRow[], cache: QueryClient, unclosed: Told["unclosed"]): void {
  const asked = [...Map.groupBy(swept, ({ from }) => from).values()].flatMap(
    (ofSender) => ofSender.find(({ from, dialog }) => dialog !== undefined && unclosed[from] === undefined) ?? [],
  );
  describe("a dialog that is closed instead of the last press sends nothing", () => {
    test.each(asked.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T20:00:00Z") });
      const server = createScreenServer();
      const screen = await openScreen(row.show(server), { server, cache });
      await row.act(withoutLastPress(screen));
      await until(
        () => dialogNames().includes(row.dialog ?? ""),
        () => `No dialog is called ${row.dialog}, but ${dialogNames().join(", ")}`,
      );
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
}

/** Walks through a row until `held` is under way. */
async function walkUntil(held: string, row: SentRow, cache: QueryClient) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T20:00:00Z") });
  const server = createScreenServer();
  const answered = Promise.withResolvers<null>();
  const shown = row.show(server);
  server.hold(held, answered.promise);
  const screen = await openScreen(shown, { server, cache });
  await row.act(screen);
  await screen.sentOf(held);
  return { server, screen, answer: () => answered.resolve(null) };
}

function describeUnclaimed(claims: readonly SentRow[], cache: QueryClient): void {
  describe("left before it's known whether it could be claimed", () => {
    test.each(claims.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      const { server, screen, answer } = await walkUntil("staff.claim", row, cache);
      screen.close();
      answer();
      await afterwards(server);
      expect(server.sent.map(({ call }) => call)).toContain("staff.claim");
      expect(stillClaimed(server)).toEqual([]);
    });
  });
}

interface Trace {
  readonly kind: TraceKind;
  readonly what: string;
}

/** Looks for what is left of a row that was walked through since the page was open. */
function tracesOf(row: SentRow, screen: Screen): () => Promise<{ traces: readonly Trace[]; looked: number }> {
  const chosenBefore = new Set(chosen());
  return async () => {
    const typed = typedIn(screen);
    const dialog = screen.pressedIn();
    let traces: Trace[] = [];
    const isGone = () => {
      traces = [
        ...typed.filter((value) => isInField(value)).map((what): Trace => ({ kind: "typed", what })),
        ...(dialog !== null && dialogNames().includes(dialog) ? [{ kind: "dialog", what: dialog } as const] : []),
        ...chosen().flatMap((what): Trace[] => (chosenBefore.has(what) ? [] : [{ kind: "chosen", what }])),
      ];
      return traces.length === 0;
    };
    await act(() => screen.server.settled());
    await until(isGone, () => "Something is left", 300).catch(() => {});
    if (typed.length > 0) traces.push(...(await sentAgain(row, screen, typed)));
    screen.close();
    await afterwards(screen.server);
    traces.push(...draftsWith(screen.server, typed).map((what): Trace => ({ kind: "draft", what })));
    return { traces, looked: typed.length * 3 + (dialog === null ? 0 : 1) + 1 };
  };
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
