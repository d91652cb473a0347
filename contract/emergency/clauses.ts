/** A clause of the patient's text: its words in lower case, and `,` for a pause. */
export type Clause = readonly string[];

/** A clause where it was written. */
export interface WrittenClause {
  readonly words: Clause;
  /** Only a pause parts it from the clause before, as in “my chest... it hurts”: a phrase may reach over both. */
  readonly continues: boolean;
}

export const clauseBreaks = new Set(["but", "however", "though", "although", "except", "yet"]);
/** A sentence that begins with one of these goes on with the one before: “I worry about my chest. It hurts.” */
export const continuingWords = new Set([
  "it",
  "its",
  "that",
  "thats",
  "this",
  "and",
  "or",
  "so",
  "because",
  "like",
  "just",
]);
/** A sentence of so few words is part of its neighbors: “My chest. It hurts”, “I. Can't. Breathe.” */
const maxFragmentWords = 2;
/** Characters that stand for an apostrophe on one keyboard or another. */
const apostrophes = /['`´‘’‛′＇ʹʻʼʽʾʿˈˊˋ՚׳ꞌ]/gu;
/** Invisible characters: zero-width characters, soft hyphens, fillers. */
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** One or more ends of a sentence, with a gap between them or none. */
const sentenceEnds = /[.!?;:()](?:\s*[.!?;:()])*/g;

/** Maximum number of words judged: more than one message can have, and few enough to be fast. */
export const maxWords = 3000;
const maxLetters = 20_000;

/** Splits a text at full stops and words like “but”. Apostrophes, capitals, accents and invisible characters are dropped. */
export const clausesOf = (text: string): Clause[] => writtenClauses(text).map(({ words }) => words);

function writtenClauses(text: string): WrittenClause[] {
  const plain = plainText(text);
  const clauses: WrittenClause[] = [];
  let paused = true;
  const add = (words: readonly string[], parted: boolean) => {
    if (words.length === 0) return;
    const before = clauses.at(-1)?.words;
    const continues =
      before !== undefined &&
      !parted &&
      (paused || isFragment(before) || isFragment(words) || continuingWords.has(words[0] ?? ""));
    clauses.push({ words, continues });
    paused = false;
  };
  let from = 0;
  for (const end of [...plain.matchAll(sentenceEnds), null]) {
    let [clause, parted]: [string[], boolean] = [[], false];
    for (const [found] of plain.slice(from, end?.index).matchAll(/[\p{L}\p{N}]+|[,\n\r]/gu)) {
      const word = /[\n\r]/.test(found) ? "," : found;
      if (clauseBreaks.has(word)) {
        add(clause, parted);
        [clause, parted] = [[], true];
      } else if (word !== "," || (clause.length > 0 && clause.at(-1) !== ",")) clause.push(word);
    }
    add(clause, parted);
    if (!end) break;
    from = end.index + end[0].length;
    paused ||= (end[0].match(/[.!?]/g)?.length ?? 0) > 1;
  }
  return clauses;
}

const isFragment = (clause: Clause): boolean => wordsIn(clause) <= maxFragmentWords;

const plainText = (text: string): string =>
  text
    .replaceAll(apostrophes, "")
    .normalize("NFKD")
    .replaceAll(invisibleCharacters, "")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    // A letter held down is one however long: “paiiiiiiin”.
    .replaceAll(/(\p{L})\1{3,}/gu, "$1$1$1")
    // “took30pills”
    .replaceAll(/(?<=\p{L}{3})(?=\p{N})|(?<=\p{N})(?=\p{L}{3})/gu, " ")
    .replaceAll(/\b(can|could) not\b/g, "$1not")
    .replaceAll("couldnot", "couldnt")
    .replaceAll(/\b(can|could|don|won|didn|doesn|isn|wasn|hasn|haven)[^\p{L}\p{N}]t\b/gu, "$1t")
    .replaceAll(/\bi[^\p{L}\p{N}]m\b/gu, "im");

/** The end of a text, up to the limit; `truncated` when there is more. What came before was judged while the patient was writing it. */
export function lastClauses(text: string): { readonly clauses: readonly WrittenClause[]; readonly truncated: boolean } {
  const clauses = writtenClauses(text.slice(-maxLetters));
  let left = maxWords;
  const newest: WrittenClause[] = [];
  for (const { words, continues } of clauses.toReversed()) {
    if (left <= 0) break;
    newest.push({ words: lastWords(words, left), continues });
    left -= wordsIn(words);
  }
  newest.reverse();
  return { clauses: newest, truncated: text.length > maxLetters || left < 0 || newest.length < clauses.length };
}

export const wordsIn = (clause: Clause): number => clause.filter((word) => word !== ",").length;

function lastWords(clause: Clause, count: number): Clause {
  if (wordsIn(clause) <= count) return clause;
  let left = count;
  const from = clause.findLastIndex((word) => word !== "," && (left -= 1) === 0);
  return clause.slice(from);
}

/** Whether two words are equal except for one typo: a letter added, missing or replaced, or two swapped. */
export function isWithinOneTypo(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  const rest = (word: string, skip: number) => word.slice(start + skip);
  if (a.length > b.length) return rest(a, 1) === rest(b, 0);
  if (b.length > a.length) return rest(a, 0) === rest(b, 1);
  const swapped = a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2);
  return swapped || rest(a, 1) === rest(b, 1);
}
