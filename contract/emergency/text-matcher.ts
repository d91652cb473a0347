import { lastClauses, wordsIn, type Clause } from "./clauses.ts";
import { findAcross, runsOf } from "./pauses.ts";
import {
  firstCharactersOf,
  findPhrase,
  type PhraseMatch,
  matchesAlternative,
  type IndexedClause,
  parsePhrase,
} from "./phrases.ts";
import { createSpelling } from "./spelling.ts";

/** The matches in a text. */
export interface TextMatches {
  readonly clauses: readonly { readonly words: Clause; readonly found: readonly PhraseMatch[] }[];
  /** Phrases whose words stand in several clauses with only pauses between them; `found` is everything in these clauses, read as one. */
  readonly across: readonly { readonly phrase: string; readonly found: readonly PhraseMatch[] }[];
  /** How many words were read. */
  readonly words: number;
  /** The text is longer than the part read. */
  readonly truncated: boolean;
  /** Whether the text contains one of these phrases. */
  readonly includesAny: (phrases: readonly string[]) => boolean;
}

export type TextMatcher = (text: string) => TextMatches;

interface MatcherOptions {
  readonly misspellings?: Readonly<Record<string, readonly string[]>>;
  /** Can be replaced to count the comparisons. */
  readonly matches?: typeof matchesAlternative;
}

/**
 * Creates a matcher for exactly these phrases. Phrases are parsed here, once; a text is then compared word by word, each word once however often it
 * occurs, and only with alternatives of the same first character.
 */
export function createTextMatcher(
  phrases: readonly string[],
  { misspellings = {}, matches = matchesAlternative }: MatcherOptions = {},
): TextMatcher {
  const known = [...new Set(phrases)].map(parsePhrase);
  const byHead = Map.groupBy(known, ({ required }) => required[0] ?? "");
  const parts = new Set(known.flatMap(({ required, excluded }) => [...required, ...excluded]));
  const lexicon = lexiconOf(parts);
  const spelling = createSpelling(misspellings, known);
  return (text) => {
    const partsOf = memoize((word) => {
      const of = spelling
        .readings(word)
        .flatMap((reading) =>
          (lexicon.get(reading[0] ?? "") ?? []).flatMap(([alternative, of]) =>
            matches(reading, alternative) ? of : [],
          ),
        );
      return new Set(of);
    });
    const meant = memoize((word) => spelling.words(word, partsOf));
    const { clauses: written, truncated } = lastClauses(text);
    const clauses = written.map(({ words, continues }) => ({
      ...indexClause(words.flatMap(meant), partsOf),
      continues,
    }));
    const phrasesIn = (clause: IndexedClause) => [...clause.positions.keys()].flatMap((part) => byHead.get(part) ?? []);
    const find = (clause: IndexedClause) => phrasesIn(clause).flatMap((phrase) => findPhrase(clause, phrase));
    const read = clauses.map((clause) => ({ words: clause.words, found: find(clause) }));
    const across = runsOf(clauses).flatMap((run) => {
      const joined = indexClause(
        run.flatMap(({ words }, index) => (index === 0 ? words : [",", ...words])),
        partsOf,
      );
      return findAcross(run, joined, phrasesIn(joined));
    });
    const foundPhrases = new Set([...read.flatMap(({ found }) => found), ...across].map(({ phrase }) => phrase));
    return {
      clauses: read,
      across,
      words: clauses.reduce((sum, clause) => sum + wordsIn(clause.words), 0),
      truncated,
      includesAny: (wanted) => wanted.some((phrase) => foundPhrases.has(phrase)),
    };
  };
}

/** By the first character of a word: each alternative, and the parts it occurs in. */
function lexiconOf(parts: ReadonlySet<string>): ReadonlyMap<string, readonly (readonly [string, readonly string[]])[]> {
  const alternatives = new Map<string, string[]>();
  for (const part of parts) for (const alternative of part.split("|")) listUnder(alternatives, alternative).push(part);
  const lexicon = new Map<string, (readonly [string, readonly string[]])[]>();
  for (const entry of alternatives)
    for (const sign of firstCharactersOf(entry[0])) listUnder(lexicon, sign).push(entry);
  return lexicon;
}

function listUnder<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const existing = lists.get(key);
  if (existing) return existing;
  const created: Item[] = [];
  lists.set(key, created);
  return created;
}

function indexClause(words: Clause, partsOf: (word: string) => ReadonlySet<string>): IndexedClause {
  const parts = words.map(partsOf);
  const positions = new Map<string, number[]>();
  for (const [position, each] of parts.entries())
    for (const part of each) {
      const there = positions.get(part);
      if (there) there.push(position);
      else positions.set(part, [position]);
    }
  return { words, parts, positions };
}

function memoize<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = find(word);
    known.set(word, found);
    return found;
  };
}
