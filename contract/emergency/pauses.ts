import { deniedPositions } from "./negation.ts";
import { findPhrase, type IndexedClause, type ParsedPhrase, type PhraseMatch } from "./phrases.ts";

/** Runs of two or more clauses that only pauses part. */
export function runsOf<Clause extends { readonly continues: boolean }>(clauses: readonly Clause[]): Clause[][] {
  const runs: Clause[][] = [];
  for (const clause of clauses) {
    if (clause.continues) runs.at(-1)?.push(clause);
    else runs.push([clause]);
  }
  return runs.filter(({ length }) => length > 1);
}

/** A phrase that reaches over several clauses, and everything found in these, read as one. */
export interface PhraseAcross {
  readonly phrase: string;
  readonly found: readonly PhraseMatch[];
}

/**
 * The phrases that reach over several clauses of a run (`joined`: the run as one clause). What stands in one clause is found there. A word that its
 * own clause denies (“My leg is fine. No pain.”) is part of no phrase.
 */
export function findAcross(
  run: readonly IndexedClause[],
  joined: IndexedClause,
  phrases: readonly ParsedPhrase[],
): PhraseAcross[] {
  const starts: number[] = [];
  let start = 0;
  for (const { words } of run) {
    starts.push(start);
    start += words.length + 1;
  }
  const clauseAt = (position: number) => starts.findLastIndex((each) => each <= position);
  const across = phrases.flatMap((phrase) => {
    if (!phrase.required.every((part) => joined.positions.has(part))) return [];
    const denied = new Set(
      run.flatMap((clause, index) =>
        deniedPositions(clause.words, positionsOf(clause, phrase)).map((position) => position + (starts[index] ?? 0)),
      ),
    );
    return findPhrase(joined, phrase, (position) => !denied.has(position))
      .map(({ first, last }) => ({ phrase: phrase.phrase, from: clauseAt(first), to: clauseAt(last) }))
      .filter(({ from, to }) => from < to);
  });
  if (across.length === 0) return [];
  const found = phrases.flatMap((phrase) => findPhrase(joined, phrase));
  return across.map(({ phrase, from, to }) => {
    const [begin, end] = [starts[from] ?? 0, starts[to + 1] ?? start];
    return { phrase, found: found.filter(({ first, last }) => first >= begin && last < end) };
  });
}

const positionsOf = ({ positions }: IndexedClause, { required }: ParsedPhrase): ReadonlySet<number> =>
  new Set(required.flatMap((part) => positions.get(part) ?? []));
