import { isWithinOneTypo, wordsIn, type Clause } from "./clauses.ts";
import { denialWords } from "./negation.ts";

/** Shorter words are too similar to others to allow a typo. */
const typoMinLength = 5;
/** Maximum number of words between those of a phrase, in total. */
const maxWordsBetween = 5;
/** Maximum distance of the counted word behind a number, in words. */
const maxWordsToCounted = 3;

/** A parsed phrase of the content; see `Phrase` of the content. A part is its alternatives as written there. */
export interface ParsedPhrase {
  readonly phrase: string;
  readonly required: readonly string[];
  readonly excluded: readonly string[];
}

/** Where a phrase was found in a clause: its first and last word. */
export interface PhraseMatch {
  readonly phrase: string;
  readonly first: number;
  readonly last: number;
}

/** A clause with the phrase parts that each of its words matches. */
export interface IndexedClause {
  readonly words: Clause;
  readonly parts: readonly ReadonlySet<string>[];
  /** The positions of each part, in order. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

export function parsePhrase(phrase: string): ParsedPhrase {
  const parts = phrase.split(" ");
  const excluded = parts.filter((part) => part.startsWith("-")).map((part) => part.slice(1));
  return { phrase, required: parts.filter((part) => !part.startsWith("-")), excluded };
}

const isCount = (alternative: string): boolean => alternative.endsWith("+");

/** The characters a word that matches this alternative can begin with: a typo is never in the first. */
export const firstCharactersOf = (alternative: string): readonly string[] =>
  isCount(alternative) ? "123456789".split("") : [alternative.replace(/^=/, "")[0] ?? ""];

/** Whether a word matches one of the alternatives of a phrase's word. */
export function matchesAlternative(word: string, alternative: string): boolean {
  if (isCount(alternative)) return /^\d{1,9}$/.test(word) && Number(word) >= Number.parseInt(alternative, 10);
  const exact = alternative.startsWith("=");
  const open = alternative.endsWith("*");
  const letters = alternative.slice(exact ? 1 : 0, open ? -1 : undefined);
  if (word === letters || (open && word.startsWith(letters))) return true;
  if (exact || letters.length < typoMinLength || word[0] !== letters[0]) return false;
  if (isWithinOneTypo(word, letters)) return true;
  return open && [-1, 0, 1].some((more) => isWithinOneTypo(word.slice(0, letters.length + more), letters));
}

/** Every place in a clause where the words of a phrase are near each other, in any order; only of words at `usable` positions. */
export function findPhrase(
  clause: IndexedClause,
  { phrase, required, excluded }: ParsedPhrase,
  usable: (position: number) => boolean = () => true,
): PhraseMatch[] {
  const reach = required.length + maxWordsBetween - 1;
  const [head = "", ...others] = required;
  return (clause.positions.get(head) ?? []).flatMap((position) => {
    if (!usable(position) || !countsNextPart(clause, required, 0, position)) return [];
    const used = [position];
    for (const [index, part] of others.entries()) {
      const fits = (at: number) =>
        clause.parts[at]?.has(part) === true &&
        usable(at) &&
        !used.includes(at) &&
        countsNextPart(clause, required, index + 1, at);
      const nearest = nearestPosition(clause.words, position, reach, fits);
      if (nearest === null) return [];
      used.push(nearest);
    }
    const found = { phrase, first: Math.min(...used), last: Math.max(...used) };
    const apart = wordsIn(clause.words.slice(found.first, found.last));
    return apart > reach || isExcluded(clause, excluded, found) ? [] : [found];
  });
}

/**
 * The nearest position that fits, up to `reach` words away. A pause is no word: a frightened person writes many. Of two at the same distance the one
 * that neither a pause nor an “or” parts is meant: in “no chest pain, leg swelling” the leg swells.
 */
function nearestPosition(words: Clause, position: number, reach: number, fits: (at: number) => boolean): number | null {
  const beyondPause = (at: number, step: 1 | -1) => (words[at] === "," ? at + step : at);
  let [before, after] = [position, position];
  for (let away = 1; away <= reach; away += 1) {
    before = beyondPause(before - 1, -1);
    after = beyondPause(after + 1, 1);
    const isParted = (position - before > away || standsOr(words, before, position)) && after - position === away;
    const found = (isParted ? [after, before] : [before, after]).find(fits);
    if (found !== undefined) return found;
  }
  return null;
}

const standsOr = (words: Clause, from: number, to: number): boolean =>
  words.slice(from + 1, to).some((word) => denialWords.or.has(word));

/** A number has to count what the phrase's next part names, right behind it; any other word matches by itself. */
function countsNextPart(
  { parts }: IndexedClause,
  required: readonly string[],
  index: number,
  position: number,
): boolean {
  const counted = required[index + 1];
  if (counted === undefined || !required[index]?.split("|").some(isCount)) return true;
  return parts.slice(position + 1, position + 1 + maxWordsToCounted).some((each) => each.has(counted));
}

/** Whether a word that the phrase excludes is beside it, between the same two commas. */
function isExcluded(
  { words, positions }: IndexedClause,
  excluded: readonly string[],
  { first, last }: PhraseMatch,
): boolean {
  const there = excluded.flatMap((part) => positions.get(part) ?? []);
  if (there.length === 0) return false;
  const comma = words.indexOf(",", last);
  const [from, to] = [words.lastIndexOf(",", first), comma === -1 ? words.length : comma];
  return there.some((position) => position > from && position < to);
}
