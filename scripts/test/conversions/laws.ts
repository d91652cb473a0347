import { expect } from "vitest";

/** What must hold of a conversion, whatever it is given; it may be given any function, and calls it with what its row is about. */
export type Law = (convert: never) => void;
export type Table = Readonly<Record<string, Law>>;

/** Enough to see what is wrong. */
const shown = 5;

/** Says which of many cases don't hold, the first few: an assertion of its own for each would take longer than what it looks at. */
export class Cases {
  #count = 0;
  readonly #wrong: string[] = [];

  is(actual: unknown, expected: unknown, ...given: readonly unknown[]): void {
    this.holds(
      Object.is(actual, expected) || Object.is(plainSpaces(actual), plainSpaces(expected)),
      () => `${JSON.stringify(given)}: ${show(actual)}, not ${show(expected)}`,
    );
  }

  holds(isTrue: boolean, say: () => string): void {
    this.#count += 1;
    if (!isTrue && this.#wrong.length < shown) this.#wrong.push(say());
  }

  /** A law that was asked about nothing proves nothing. */
  end(): void {
    expect(this.#wrong).toEqual([]);
    expect(this.#count).toBeGreaterThan(0);
  }
}

/** A time's space before its PM is another one in the next version of ICU. */
const plainSpaces = (value: unknown): unknown => (typeof value === "string" ? value.replaceAll("\u202f", " ") : value);
const show = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : String(value));

/** A law as a list of cases. */
export const law =
  <Convert>(look: (convert: Convert, cases: Cases) => void) =>
  (convert: Convert): void => {
    const cases = new Cases();
    look(convert, cases);
    cases.end();
  };
