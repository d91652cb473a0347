import { isNegationWord, isNegator } from "./negation.ts";
import type { ParsedPhrase } from "./phrases.ts";

/** Little words that get stuck to others when a space is missing. */
export const glue = new Set(
  "i im my me a an the is it its to too so and or have got feel not no on of in am be bad really".split(" "),
);
/** Words that look as if they were made of others. */
export const notSplit = new Set(
  "itself without today tonight tomorrow afternoon because another nothing someone anyone something password passwords passcode beside besides inside outside meanwhile".split(
    " ",
  ),
);
const [minSplit, maxSplit] = [6, 60];
/** A word is only taken apart where one of its pieces is at least this long. */
const minLongPiece = 4;
const maxPiece = 16;
/** The last piece may have an ending or a typo; it counts as so many pieces, so that exact ones are preferred. */
const inexactCost = 10;

const isLong = (piece: string): boolean => piece.length >= minLongPiece && !glue.has(piece);

type PartsOf = (word: string) => ReadonlySet<string>;

export interface Spelling {
  /** The words meant by one word of the text, the missing spaces put in. */
  readonly words: (written: string, partsOf: PartsOf) => readonly string[];
  /** What a word can mean as it is spelled: itself, without the letter held down, or the word of a common misspelling. */
  readonly readings: (written: string) => readonly string[];
}

/** Creates the reading of misspelled words for these phrases. */
export function createSpelling(
  misspellings: Readonly<Record<string, readonly string[]>>,
  phrases: readonly ParsedPhrase[],
): Spelling {
  const meantBy = new Map(
    Object.entries(misspellings).flatMap(([word, spellings]) => spellings.map((each) => [each, word] as const)),
  );
  const signWords = phrases.flatMap(({ required }) => required.flatMap((part) => part.split("|").map(lettersOf)));
  const pieces = new Set([...signWords, ...glue]);
  const readings = (written: string) => [
    ...new Set(unrepeated(written).flatMap((each) => [each, meantBy.get(each) ?? each])),
  ];
  const words = (written: string, partsOf: PartsOf): readonly string[] => {
    const negator = readings(written).find(isNegator);
    if (negator !== undefined) return [negator];
    if (
      isNegationWord(written) ||
      written.length < minSplit ||
      written.length > maxSplit ||
      pieces.has(written) ||
      notSplit.has(written)
    )
      return [written];
    const isKnown = (word: string) => partsOf(word).size > 0;
    for (const each of unrepeated(written)) {
      const split = piecesOf(each, pieces, isKnown) ?? [];
      // A phrase may know it by its beginning only, as “killme”: it is read both ways.
      if (split.length > 1 && split.some(isLong)) return isKnown(written) ? [written, ...split] : split;
    }
    return [written];
  };
  return { words, readings };
}

const lettersOf = (alternative: string): string =>
  alternative.replace(/^=/, "").replace(/[*+]$/, "").replace(/^\d+$/, "");

/** A word as it is written and, where a letter is held down, with that letter twice and once. */
const unrepeated = (word: string): readonly string[] =>
  /(\p{L})\1\1/u.test(word)
    ? [word, word.replaceAll(/(\p{L})\1\1/gu, "$1$1"), word.replaceAll(/(\p{L})\1\1/gu, "$1")]
    : [word];

/** A word as the fewest pieces. Null: it does not consist of pieces. */
function piecesOf(
  word: string,
  pieces: ReadonlySet<string>,
  isLast: (word: string) => boolean,
): readonly string[] | null {
  interface Way {
    readonly cost: number;
    readonly found: readonly string[];
  }
  const best: (Way | undefined)[] = [{ cost: 0, found: [] }];
  for (let from = 0; from < word.length; from += 1) {
    const before = best[from];
    if (!before) continue;
    const reach = (end: number, added: number) => {
      const cost = before.cost + added;
      if (cost < (best[end]?.cost ?? Infinity)) best[end] = { cost, found: [...before.found, word.slice(from, end)] };
    };
    for (let end = from + 1; end <= Math.min(word.length, from + maxPiece); end += 1)
      if (pieces.has(word.slice(from, end))) reach(end, 1);
    if (before.found.some(isLong) && word.length - from >= minLongPiece && isLast(word.slice(from)))
      reach(word.length, inexactCost);
  }
  return best[word.length]?.found ?? null;
}
