import { nearlySame, type Clause } from "./words.ts";

/** Shorter words are too like others to forgive a slip. */
const forgivingFrom = 5;
/** How many words may stand between those of a phrase, in all. */
const between = 5;
/** How far behind a number may stand what it counts. */
const countedWithin = 3;

/** A phrase of the content, read once; see `Phrase` of the content. A part is its alternatives as they are written there. */
export interface ReadPhrase {
  readonly phrase: string;
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Where a phrase stands in a clause: the first and the last of its words. */
export interface Found {
  readonly phrase: string;
  readonly first: number;
  readonly last: number;
}

/** A clause with the parts of phrases that each of its words may be. */
export interface ReadClause {
  readonly words: Clause;
  readonly parts: readonly ReadonlySet<string>[];
  /** Where each part stands, in order. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export function readPhrase(phrase: string): ReadPhrase {
  const parts = phrase.split(" ");
  const unwanted = parts.filter((part) => part.startsWith("-")).map((part) => part.slice(1));
  return { phrase, wanted: parts.filter((part) => !part.startsWith("-")), unwanted };
}

const isCount = (alternative: string): boolean => alternative.endsWith("+");

/** With which signs a word can begin that is this alternative: a slip is never in the first. */
export const beginningsOf = (alternative: string): readonly string[] =>
  isCount(alternative) ? "123456789".split("") : [alternative.replace(/^=/, "")[0] ?? ""];

/** Whether a word is one of the alternatives of a phrase's word. */
export function isAlternative(word: string, alternative: string): boolean {
  if (isCount(alternative)) return /^\d{1,9}$/.test(word) && Number(word) >= Number.parseInt(alternative, 10);
  const exact = alternative.startsWith("=");
  const open = alternative.endsWith("*");
  const letters = alternative.slice(exact ? 1 : 0, open ? -1 : undefined);
  if (word === letters || (open && word.startsWith(letters))) return true;
  if (exact || letters.length < forgivingFrom || word[0] !== letters[0]) return false;
  if (nearlySame(word, letters)) return true;
  return open && [-1, 0, 1].some((more) => nearlySame(word.slice(0, letters.length + more), letters));
}

/** Where the words of a phrase stand near each other in a clause, each time they do, in any order. */
export function findPhrase(clause: ReadClause, { phrase, wanted, unwanted }: ReadPhrase): Found[] {
  const reach = wanted.length + between - 1;
  const [head = "", ...others] = wanted;
  return (clause.places.get(head) ?? []).flatMap((place) => {
    if (!counts(clause, wanted, 0, place)) return [];
    const taken = [place];
    for (const [index, part] of others.entries()) {
      const fits = (at: number) =>
        clause.parts[at]?.has(part) === true && !taken.includes(at) && counts(clause, wanted, index + 1, at);
      const nearest = nearestTo(place, reach, fits);
      if (nearest === null) return [];
      taken.push(nearest);
    }
    const found = { phrase, first: Math.min(...taken), last: Math.max(...taken) };
    return found.last - found.first > reach || isUnwanted(clause, unwanted, found) ? [] : [found];
  });
}

function nearestTo(place: number, reach: number, fits: (at: number) => boolean): number | null {
  for (let away = 1; away <= reach; away += 1) {
    if (fits(place - away)) return place - away;
    if (fits(place + away)) return place + away;
  }
  return null;
}

/** A number has to count what the phrase's next part names, right behind it; any other word may stand where it stands. */
function counts({ parts }: ReadClause, wanted: readonly string[], index: number, place: number): boolean {
  const counted = wanted[index + 1];
  if (counted === undefined || !wanted[index]?.split("|").some(isCount)) return true;
  return parts.slice(place + 1, place + 1 + countedWithin).some((each) => each.has(counted));
}

/** Whether a word that the phrase excludes stands beside it, between the same two commas. */
function isUnwanted({ words, places }: ReadClause, unwanted: readonly string[], { first, last }: Found): boolean {
  const there = unwanted.flatMap((part) => places.get(part) ?? []);
  if (there.length === 0) return false;
  const comma = words.indexOf(",", last);
  const [from, to] = [words.lastIndexOf(",", first), comma === -1 ? words.length : comma];
  return there.some((place) => place > from && place < to);
}
