import type { FactValue } from "#content/logic/conditions.ts";

/** An answer as stored: `value` is an option id, a list of them, or text; empty for “left empty on purpose”. */
export interface GivenAnswer {
  readonly value: string | readonly string[];
  readonly others: string | null;
}

export type GivenAnswers = Readonly<Record<string, GivenAnswer>>;

/** Answers as conditions read them. */
export const valuesOf = (answers: GivenAnswers): Record<string, FactValue> =>
  Object.fromEntries(Object.entries(answers).map(([id, { value }]) => [id, value]));

const sameAnswer = (a: GivenAnswer | undefined, b: GivenAnswer): boolean =>
  a !== undefined && a.others === b.others && JSON.stringify(a.value) === JSON.stringify(b.value);

/** The answers of `given` that differ from the stored ones. */
export const changedAnswers = (stored: GivenAnswers, given: GivenAnswers): GivenAnswers =>
  Object.fromEntries(Object.entries(given).filter(([id, answer]) => !sameAnswer(stored[id], answer)));
