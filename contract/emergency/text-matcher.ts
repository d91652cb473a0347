import {
  firstCharactersOf,
  findPhrase,
  type PhraseMatch,
  matchesAlternative,
  type IndexedClause,
  parsePhrase,
} from "./phrases.ts";
import { lastClauses, wordsIn, type Clause } from "./clauses.ts";

/** The matches in a text. */
export interface TextMatches {
  readonly clauses: readonly { readonly words: Clause; readonly found: readonly PhraseMatch[] }[];
  /** How many words were read. */
  readonly words: number;
  /** The text is longer than the part read. */
  readonly truncated: boolean;
  /** Whether the text contains one of these phrases. */
  readonly includesAny: (phrases: readonly string[]) => boolean;
}

export type TextMatcher = (text: string) => TextMatches;

/**
 * Creates a matcher for exactly these phrases. Phrases are parsed here, once; a text is then compared word by word, each word once however often it
 * occurs, and only with alternatives of the same first character. `matches` can be replaced to count the comparisons.
 */
export function createTextMatcher(phrases: readonly string[], matches = matchesAlternative): TextMatcher {
  const known = [...new Set(phrases)].map(parsePhrase);
  const byHead = Map.groupBy(known, ({ required }) => required[0] ?? "");
  const parts = new Set(known.flatMap(({ required, excluded }) => [...required, ...excluded]));
  const lexicon = lexiconOf(parts);
  return (text) => {
    const partsOf = memoize((word) => {
      const candidates = lexicon.get(word[0] ?? "") ?? [];
      return new Set(candidates.flatMap(([alternative, of]) => (matches(word, alternative) ? of : [])));
    });
    const { clauses, truncated } = lastClauses(text);
    const read = clauses.map((words) => {
      const clause = indexClause(words, partsOf);
      const heads = [...clause.positions.keys()].flatMap((part) => byHead.get(part) ?? []);
      return { words, found: heads.flatMap((phrase) => findPhrase(clause, phrase)) };
    });
    const said = new Set(read.flatMap(({ found }) => found.map(({ phrase }) => phrase)));
    return {
      clauses: read,
      words: clauses.reduce((sum, clause) => sum + wordsIn(clause), 0),
      truncated,
      includesAny: (wanted) => wanted.some((phrase) => said.has(phrase)),
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
