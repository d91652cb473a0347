import type { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { errorMessage, type ErrorCode } from "#contract/http/errors.ts";
import { openScreen, type Screen } from "./screen.tsx";
import { createScreenServer, lost, type SentRequest } from "./server.ts";
import { turns, until } from "./until.ts";
import { callOf, endpoints, partsOf, requestsOf, type SentRow, titleOf } from "./what-is-sent.tsx";

interface Told {
  readonly cache: QueryClient;
  /** What is told of a lost answer, in a part of a sentence; and where it's sent again by itself. */
  readonly lostText: RegExp;
  readonly waitsText: RegExp;
  /** Calls whose request can't be the same twice, and why. */
  readonly never: Readonly<Record<string, string>>;
  /** Refusals that aren't told in the server's words where they happen (`treatment.pause wrong_state`), and what happens instead. */
  readonly instead: Readonly<Record<string, string>>;
}

type Outcome = typeof lost | { readonly refused: ErrorCode };

/**
 * Walks through each row of one request, with a server that refuses. It sends what the row says. A second press while the first is under way sends nothing; a lost answer and each refusal
 * that the call declares are told, and what was typed is still there; after a lost answer the next press sends the same again by the same key, and what was changed by another.
 */
export function describeRepeats(rows: readonly SentRow[], told: Told): void {
  afterEach(() => void vi.useRealTimers());
  const used = new Set<string>();
  const pressed = rows.filter(({ quiet, sends }) => quiet === undefined && !Array.isArray(sends));

  test.each(pressed.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-24T20:00:00Z") });
    const endpoint = endpoints.get(callOf(row));
    const outcomes: Outcome[] = [lost];
    // Where several rows are of one sender, the first is pressed again, changed, and refused with each code.
    if (pressed.find(({ from }) => from === row.from) === row) {
      if (told.instead[`${callOf(row)} lost`] === undefined)
        outcomes.push(...(endpoint?.idempotency ? [lost, lost] : [lost]));
      outcomes.push(...(endpoint?.errors ?? []).map((refused) => ({ refused })));
    }
    while (outcomes.length > 0) await walk(row, outcomes, told, used);
  });

  test("what happens instead of telling happens", () => {
    expect(pressed.length).toBeGreaterThan(0);
    expect(Object.keys(told.instead).filter((each) => !used.has(each))).toEqual([]);
  });
}

/** Acts until the call is refused, and again for each further outcome as long as the screen lets one. */
async function walk(row: SentRow, outcomes: Outcome[], told: Told, used: Set<string>) {
  const { cache, instead, never } = told;
  const call = callOf(row);
  const server = createScreenServer();
  const sent = () => server.sent.filter((each) => each.call === call);
  let outcome = outcomes.shift() as Outcome;
  let answer: (given: Outcome) => void = () => {};
  /** What is pressed is answered when it has been pressed twice. */
  let pending: Promise<Outcome> | null = null;
  const shown = row.show(server);
  server.intercept((request) => (request.call === call ? (pending ?? outcome) : null));
  const screen = await openScreen(shown, { server, cache });
  pending = new Promise((resolve) => (answer = resolve));

  await row.act(screen);
  await screen.sentOf(call);
  let before = valuesOf(screen);
  let presses = 1;
  const once = sent().length;
  expect(partsOf(sent()[0] as SentRequest)).toEqual(requestsOf(row)[0]);
  await pressTwice(screen);
  expect(sent(), "a second press while the first is under way").toHaveLength(once);
  pending = null;
  answer(outcome);

  for (;;) {
    const name = `${call} ${"refused" in outcome ? outcome.refused : "lost"}`;
    used.add(name);
    if (instead[name] !== undefined) break;
    const waits = await findTold(outcome, told, name);
    expect(
      before.filter((value) => !isStillThere(value)),
      `what was typed, after ${name}`,
    ).toEqual([]);
    if (waits || outcomes.length === 0 || !screen.canPressAgain() || screen.pressedChoice()) break;
    const wasLost = outcome === lost;
    const count = sent().length;
    outcome = outcomes.shift() as Outcome;
    const changed = presses++ === 2 && endpoints.get(call)?.idempotency !== undefined && (await change(screen));
    if (changed) before = valuesOf(screen);
    // A press that follows at once is taken for the second click of a double one.
    vi.advanceTimersByTime(5000);
    await screen.pressAgain();
    const isSentAgain = () => sent().length > count;
    const notSent = () => `Not sent, pressed again after ${name}`;
    if (wasLost) await until(isSentAgain, notSent);
    // What was refused may have to be mended first.
    else if (!(await until(isSentAgain, notSent, 250).catch(() => false))) {
      outcomes.unshift(outcome);
      break;
    }
    await turns();
    if (!wasLost || never[call] !== undefined) continue;
    const [one, other] = [keyed(sent()[count - 1]), keyed(sent().at(-1))];
    if (changed) expect(other?.key, "the key of a changed request").not.toBe(one?.key);
    else expect(other).toEqual(one);
  }
  // What a refusal leads to belongs to this walk.
  await server.settled();
  screen.close();
}

async function pressTwice(screen: Screen): Promise<void> {
  if (screen.canPressAgain() && !screen.pressedChoice()) await screen.pressAgain();
}

/** Adds a letter to the last words that were typed; false where none were. */
async function change({ filled, user }: Screen): Promise<boolean> {
  const field = filled().findLast(
    ([each, value]) => each.isConnected && !(each instanceof HTMLSelectElement) && /^[A-Z][a-z ]+/i.test(value),
  )?.[0];
  if (field) await user.type(field, "x", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  return field !== undefined;
}

const keyed = (request: SentRequest | undefined) =>
  request && { ...partsOf(request), key: request.endpoint.idempotency ? request.headers.get("idempotency-key") : null };

/** Waits until what became of it is told; whether it will be sent again by itself. */
async function findTold(outcome: Outcome, { lostText, waitsText }: Told, name: string): Promise<boolean> {
  const told = await until(
    () => {
      const text = document.body.textContent;
      if ("refused" in outcome) return text.includes(errorMessage(outcome.refused)) && "told";
      return waitsText.test(text) ? "waits" : lostText.test(text) && "told";
    },
    () => `Nothing is told of ${name}: ${document.body.textContent.slice(-700)}`,
  );
  return told === "waits";
}

/** What stands in the fields that were filled in. */
const valuesOf = (screen: Screen): readonly string[] =>
  screen.filled().flatMap(([field]) => {
    const { value, isConnected } = field as HTMLInputElement;
    return isConnected && value !== "" ? value : [];
  });

const isStillThere = (value: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].some((field) => field.value === value);
