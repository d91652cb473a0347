import { foldedWords, foldLetters } from "#contract/fields/fold-letters.ts";

/** Characters of an excerpt. */
const longest = 160;
/** Characters before the word it's about. */
const before = 40;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** The first characters of a text, none of them cut in two. */
const beginning = (text: string): string =>
  Array.from(characters.segment(text.slice(0, 4 * longest)), ({ segment }) => segment)
    .slice(0, longest)
    .join("");

/** Whether a text has a word that begins with each of these, which are folded. */
export const hasWords = (text: string, wanted: readonly string[]): boolean => {
  const own = foldedWords(text);
  return wanted.every((word) => own.some((each) => each.startsWith(word)));
};

/** The beginning of a text, or what is around the first of these words, on one line. */
export function excerptOf(text: string, wanted: readonly string[]): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const at = wanted.length === 0 ? 0 : placeOf(line, wanted);
  const from = at <= before ? 0 : line.indexOf(" ", at - before) + 1;
  const shown = beginning(line.slice(from));
  return `${from > 0 ? "…" : ""}${shown.trimEnd()}${from + shown.length < line.length ? "…" : ""}`;
}

/** Where the first word stands that begins with one of these. */
function placeOf(line: string, wanted: readonly string[]): number {
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu))
    if (wanted.some((each) => foldLetters(word).startsWith(each))) return index;
  return 0;
}
