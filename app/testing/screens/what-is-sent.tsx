import type { QueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { everyCall } from "#contract/api.ts";
import { choicesOf, fieldsOf, valuesAt } from "./fields.ts";
import { openScreen, type Screen } from "./screen.tsx";
import { createScreenServer, type SentRequest } from "./server.ts";
import type { Sweep } from "./what-is-left.tsx";

type Server = ReturnType<typeof createScreenServer>;

/** One thing a person does on a screen, and the request it must make, field by field. Every value that is typed, shown or handed over is another one. */
export interface SentRow {
  /** The file that makes the call, and the call: an entry of `sendersOf`. */
  readonly from: string;
  /** Where several rows are of one call: what this one is about. */
  readonly about?: string;
  /** One of the choices of a list, which is walked through at noon only: other rows tell the occasions apart. */
  readonly isChoice?: boolean;
  /** What is shown; it may say before what the server answers. */
  readonly show: (server: Server) => ReactNode;
  /** What the person types and presses. */
  readonly act: (screen: Screen) => Promise<void>;
  /** Presses again what wasn't done, where the dialog of the last press closes then. */
  readonly again?: (screen: Screen) => Promise<void>;
  /** What the dialog of the last press is called: whom, what and how much it names is what is sent. */
  readonly dialog?: string;
  /** What is to be read as the last press is made: the price, the day, the name that the request stands for. */
  readonly shown?: readonly string[];
  /** The request of that call, or all of them in their order. What isn't named must not be there. */
  readonly sends: Sends | readonly Sends[];
  /** It's asked anew as a person goes on: of what a slow machine asks in between, only the last time counts. */
  readonly isAskedAnew?: true;
  /** Why what becomes of it isn't told on what is shown here: it needs no text when it's refused, and isn't repeated. */
  readonly quiet?: string;
  /** A value that is in two fields because they mean the same, and why. */
  readonly twice?: Readonly<Record<string, string>>;
}

export interface Sends {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Of those that mean something to a call, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const sendsOf = ({ sends }: SentRow): readonly Sends[] => (Array.isArray(sends) ? sends : [sends]) as Sends[];
export const endpoints = new Map([...everyCall()].map(({ feature, name, call }) => [`${feature}.${name}`, call]));
export const callOf = ({ from }: SentRow) => from.split(" ")[1] as string;
export const titleOf = (row: SentRow) => (row.about === undefined ? row.from : `${row.from}: ${row.about}`);

/** When and where a row is walked through: what is sent is the same each time. */
const occasions = [
  { name: "at noon", at: "2026-11-24T20:00:00Z", timezone: "America/Los_Angeles", isLate: false },
  // The day of the practice isn't that of the person's browser, nor UTC's; and what is read from now on isn't what is on the screen.
  {
    name: "at 11 p.m. in the practice, the browser elsewhere, the screen one step behind the server",
    ...{ at: "2026-11-25T04:00:00Z", timezone: "Asia/Tokyo", isLate: true },
  },
] as const;

/**
 * Walks through each row on each occasion and compares the request with what was typed and shown. Fails for a sender without a row, and for a field of a
 * call that no row sends; `senders` and `unsent` name those that are left out, with the reason.
 */
export function describeWhatIsSent(
  rows: readonly SentRow[],
  {
    cache,
    senders,
    notHere,
    unsent,
    unchosen = {},
    equal = {},
    isNoonElsewhere = false,
    sweep,
    isReadAgain = true,
  }: {
    cache: QueryClient;
    /** Of `sendersOf`. */
    senders: readonly string[];
    /** Another generator compares what is sent at noon: then only what is swept is walked through here. */
    isNoonElsewhere?: boolean;
    /** At noon it's looked for what is left of a row; on the other occasion, pages are left before the answer comes. */
    sweep: Sweep;
    /** Below an open dialog the page reads again, late: what the dialog shows, and sends, stays. */
    isReadAgain?: boolean;
    /** Senders that are tested elsewhere, and where. */
    notHere: Readonly<Record<string, string>>;
    /** Fields of calls that this app doesn't send (`care.act reason, note`), and why. */
    unsent: Readonly<Record<string, string>>;
    /** Values of closed lists that this app doesn't send (`care.act reason = other`), and why. */
    unchosen?: Readonly<Record<string, string>>;
    /** Two numbers of what a row is shown that are the same because they mean it (`price = total`), and why. */
    equal?: Readonly<Record<string, string>>;
  },
): void {
  const leftOut = Object.keys(unsent).flatMap((each) => {
    const [call, ...fields] = each.split(/,? /);
    return fields.map((field) => `${call} ${field}`);
  });
  const timezone = process.env["TZ"];
  afterEach(() => {
    vi.useRealTimers();
    if (timezone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = timezone;
  });

  test("every file that sends something has a row", () => {
    const covered = [...rows.map(({ from }) => from), ...Object.keys(notHere)];
    expect([...new Set(covered)].toSorted()).toEqual(senders);
    expect(rows.length).toBeGreaterThan(0);
  });

  test("every field of what is sent has a row that sends it", () => {
    const missing = [...new Set(rows.map(callOf))].flatMap((call) => {
      const ofCall = rows.filter((row) => callOf(row) === call);
      return fieldsOf(endpoints.get(call)?.body)
        .map(({ path }) => path)
        .filter((path) => ofCall.flatMap(sendsOf).every(({ body }) => valuesAt(body, path).length === 0))
        .map((path) => `${call} ${path}`);
    });
    expect(missing.toSorted()).toEqual(leftOut.toSorted());
  });

  test("every value of a closed list has a row that sends it", () => {
    const missing = [...new Set(rows.map(callOf))].flatMap((call) => {
      const { params, body } = endpoints.get(call) ?? {};
      const sent = rows.filter((row) => callOf(row) === call).flatMap(sendsOf);
      return [
        ...choicesOf(params).map((choice) => ({ ...choice, values: sent.map((each) => each.params) })),
        ...choicesOf(body).map((choice) => ({ ...choice, values: sent.map((each) => each.body) })),
      ].flatMap(({ path, value, values }) => {
        const isSent = values.some((each) => valuesAt(each, path).includes(value));
        return isSent || leftOut.includes(`${call} ${path}`) ? [] : [`${call} ${path} = ${String(value)}`];
      });
    });
    expect(missing.toSorted()).toEqual(Object.keys(unchosen).toSorted());
  });

  test("no row sends one value in two fields, which could be swapped unseen", () => {
    const twice = rows.flatMap((row) =>
      sendsOf(row).flatMap(({ params = {}, query = {}, body }) => {
        const values = [...Object.values(params), ...Object.values(query), ...textsOf(body)];
        return values
          .filter((value, at) => values.indexOf(value) !== at && row.twice?.[value] === undefined)
          .map((value) => `${titleOf(row)}: ${value}`);
      }),
    );
    expect(twice).toEqual([]);
  });

  describe.each(occasions)("$name", ({ at, timezone: zone, isLate }) => {
    const walked = rows.filter((row) => (isLate ? row.isChoice !== true : !isNoonElsewhere || sweep.isSwept(row)));
    test.each(walked.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      process.env["TZ"] = zone;
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
      const server = createScreenServer();
      // Not awaited: what waits for the person may never be answered.
      const readAgain = () => {
        void cache.invalidateQueries();
        return new Promise((resolve) => setTimeout(resolve));
      };
      const shown = row.show(server);
      const isLeftEarly = isLate && sweep.isLeftEarly(row);
      const answered = Promise.withResolvers<null>();
      if (isLeftEarly) server.hold(callOf(row), answered.promise);
      const screen = await openScreen(shown, {
        server,
        cache,
        ...(isLate && isReadAgain && { belowDialogs: readAgain }),
      });
      const expectNothingLeft = !isLate && sweep.isSwept(row) ? sweep.watch(row, screen) : null;
      if (isLate) server.moveOn();
      await row.act(screen);
      await screen.sentOf(callOf(row), sendsOf(row).length);
      await compare(row, screen, equal);
      if (isLeftEarly) return sweep.leaveEarly(row, screen, () => answered.resolve(null));
      if (expectNothingLeft) return expectNothingLeft();
      screen.close();
      // What leaving the page sends is this page's, not the next one's.
      await new Promise((resolve) => setTimeout(resolve));
    });
  });
}

/** Compares what a row has sent with what was typed and shown. */
async function compare(
  row: SentRow,
  { server, pressedIn, pressedOn }: Screen,
  equal: Readonly<Record<string, string>>,
) {
  const sent = () => server.sent.filter(({ call }) => call === callOf(row)).map(partsOf);
  if (row.isAskedAnew) await waitFor(() => expect(sent().slice(-1)).toEqual(requestsOf(row)));
  else expect(sent()).toEqual(requestsOf(row));
  expect(pressedIn()).toBe(row.dialog ?? null);
  for (const each of row.shown ?? []) expect(pressedOn()).toContain(each);
  expect(askedOtherwise(row, server.log)).toEqual([]);
  expect(sharedKeys(server.sent)).toEqual([]);
  expect(server.unknown).toEqual([]);
  expect([...new Set(server.log.flatMap(({ answer }) => alike(answer)))].filter((each) => !(each in equal))).toEqual(
    [],
  );
}

/**
 * What a dialog asked before, but never with what is sent then: a quote is about what is chosen in it. By the fields that have one name in a read and in
 * the request (`pace`).
 */
function askedOtherwise(row: SentRow, log: Server["log"]): readonly string[] {
  const body = new Map(
    sendsOf(row).flatMap((sent) => Object.entries(sent.body ?? {}).map(([name, value]) => [name, String(value)])),
  );
  const asked = log.flatMap(({ request: { call, endpoint, query }, isDone }) =>
    isDone || endpoint.method !== "GET"
      ? []
      : Object.entries(query).flatMap(([name, value]) => {
          const sent = body.get(name);
          // What is typed may be sent in capitals.
          return sent === undefined
            ? []
            : { field: `${call} ${name}`, isSent: value.toUpperCase() === sent.toUpperCase() };
        }),
  );
  return [...Map.groupBy(asked, ({ field }) => field)].flatMap(([field, all]) =>
    all.some(({ isSent }) => isSent) ? [] : field,
  );
}

/** Keys under which two requests were sent that differ: the server takes the second for the first, and does nothing. */
function sharedKeys(sent: readonly SentRequest[]): readonly string[] {
  const byKey = Map.groupBy(sent, ({ headers }) => headers.get("idempotency-key") ?? "");
  return [...byKey].flatMap(([key, requests]) =>
    key !== "" && new Set(requests.map((each) => JSON.stringify([each.call, each.params, each.body]))).size > 1
      ? key
      : [],
  );
}

/** Numbers of one thing that are the same, by their names (`lastseq = readseq`): a page may show or send one in place of the other unseen. */
function alike(answer: unknown): readonly string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const numbers = Object.entries(answer).filter(([, value]) => typeof value === "number" && value > 1);
  const found = Array.isArray(answer)
    ? []
    : numbers.flatMap(([name, value], at) =>
        numbers.slice(at + 1).flatMap(([other, same]) => (same === value ? [`${name} = ${other}`] : [])),
      );
  return [...found, ...Object.values(answer).flatMap(alike)];
}

/** Headers that mean something to a call, besides its key. */
const meaningful = ["x-emergency-seen", "if-match"];

/** The requests of a row with every part. */
export const requestsOf = (row: SentRow): readonly Required<Sends>[] =>
  sendsOf(row).map((each) => ({ params: {}, query: {}, body: undefined, headers: {}, ...each }));

export const partsOf = ({ params, query, body, headers }: SentRequest): Required<Sends> => ({
  ...{ params, query, body },
  headers: Object.fromEntries(
    meaningful.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ),
});

/** The texts and numbers of a body; yes and no, and nothing, may be there twice. */
function textsOf(body: unknown): readonly string[] {
  if (typeof body === "string" || typeof body === "number") return [String(body)];
  return typeof body === "object" && body !== null ? Object.values(body).flatMap(textsOf) : [];
}
