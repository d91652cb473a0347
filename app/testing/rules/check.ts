import { expect } from "vitest";

/** What must hold of a rule; it may be given any function, and calls it with what its row is about. */
export type Table = Readonly<Record<string, (rule: never) => void>>;

/** Says which of many cases don’t hold. */
class Cases {
  #count = 0;
  readonly #wrong: string[] = [];

  is(actual: unknown, expected: unknown, ...given: readonly unknown[]): void {
    this.holds(Object.is(actual, expected), () => `${JSON.stringify(given)}: ${show(actual)}, not ${show(expected)}`);
  }

  holds(isTrue: boolean, say: () => string): void {
    this.#count += 1;
    if (!isTrue) this.#wrong.push(say());
  }

  /** A row that asks nothing proves nothing. */
  end(): void {
    expect(this.#wrong).toEqual([]);
    expect(this.#count).toBeGreaterThan(0);
  }
}

const show = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** A rule’s row as a list of cases. */
export const law =
  <Rule>(look: (rule: Rule, cases: Cases) => void) =>
  (rule: Rule): void => {
    const cases = new Cases();
    look(rule, cases);
    cases.end();
  };

/* What holds of a rule that is handed several things, with things of which no two are alike. */

type Ask<Thing> = (things: readonly Thing[]) => unknown;

/** As a text in which the order of a list says nothing. */
const textOf = (answer: unknown): string => (Array.isArray(answer) ? answer.map(show).toSorted().join() : show(answer));

/** In any order it says the same. */
export function inAnyOrder<Thing>(cases: Cases, ask: Ask<Thing>, things: readonly Thing[]): void {
  const answer = textOf(ask(things));
  for (const at of things.keys())
    cases.is(textOf(ask([...things.slice(at), ...things.slice(0, at)])), answer, "begins with", at);
  cases.is(textOf(ask(things.toReversed())), answer, "reversed");
}

/** Each of them matters: without it the answer is another. */
export function eachMatters<Thing>(cases: Cases, ask: Ask<Thing>, things: readonly Thing[]): void {
  const answer = textOf(ask(things));
  for (const at of things.keys())
    cases.holds(textOf(ask(things.toSpliced(at, 1))) !== answer, () => `without the one at ${at} it's still ${answer}`);
}

/** What is over, or about something else, changes nothing wherever it stands. */
export function nothingOf<Thing>(
  cases: Cases,
  ask: Ask<Thing>,
  things: readonly Thing[],
  over: readonly Thing[],
): void {
  for (const one of over)
    for (let at = 0; at <= things.length; at += 1)
      cases.is(textOf(ask(things.toSpliced(at, 0, one))), textOf(ask(things)), "with what is over at", at);
}

/** What it says of several is the sum of what it says of each. */
export function sumOfEach<Thing>(
  cases: Cases,
  ask: (things: readonly Thing[]) => number,
  things: readonly Thing[],
): void {
  cases.is(
    ask(things),
    things.reduce((sum, thing) => sum + ask([thing]), 0),
  );
}

/** Of all it's asked of, it's true if it's true of each. */
export function onlyIfEach<Thing>(cases: Cases, ask: Ask<Thing>, yes: readonly Thing[], no: Thing): void {
  cases.is(ask(yes), true);
  for (const at of yes.keys()) cases.is(ask(yes.with(at, no)), false, "not the one at", at);
}

/** It's true as soon as it's true of one. */
export function ifAny<Thing>(cases: Cases, ask: Ask<Thing>, no: readonly Thing[], yes: Thing): void {
  cases.is(ask(no), false);
  for (const at of no.keys()) cases.is(ask(no.with(at, yes)), true, "the one at", at);
}
