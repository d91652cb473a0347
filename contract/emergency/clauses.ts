/** A clause of the patient's text: its words in lower case, and `,` for a pause. */
export type Clause = readonly string[];

const clauseBreaks = new Set(["but", "however", "though", "although", "except", "yet"]);
/** Characters that stand for an apostrophe on one keyboard or another. */
const apostrophes = /['`´‘’‛′＇ʹʻʼʽʾʿˈˊˋ՚׳ꞌ]/gu;
/** Invisible characters: zero-width characters, soft hyphens, fillers. */
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Maximum number of words judged: more than one message can have, and few enough to be fast. */
export const maxWords = 3000;
const maxLetters = 20_000;

/** Splits a text at full stops and words like “but”. Apostrophes, capitals, accents and invisible characters are dropped. */
export function clausesOf(text: string): Clause[] {
  const plain = text
    .replaceAll(apostrophes, "")
    .normalize("NFKD")
    .replaceAll(invisibleCharacters, "")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/\bcan not\b/g, "cannot")
    .replaceAll(/\b(can|don|won|didn|doesn|isn|hasn|haven) t\b/g, "$1t");
  const clauses: string[][] = [];
  for (const sentence of plain.split(/[.!?;:()]+/)) {
    let clause: string[] = [];
    for (const [found] of sentence.matchAll(/[\p{L}\p{N}]+|[,\n\r]/gu)) {
      const word = /[\n\r]/.test(found) ? "," : found;
      if (clauseBreaks.has(word)) {
        clauses.push(clause);
        clause = [];
      } else if (word !== "," || (clause.length > 0 && clause.at(-1) !== ",")) clause.push(word);
    }
    clauses.push(clause);
  }
  return clauses.filter((clause) => clause.length > 0);
}

/** The end of a text, up to the limit; `truncated` when there is more. What came before was judged while the patient was writing it. */
export function lastClauses(text: string): { readonly clauses: readonly Clause[]; readonly truncated: boolean } {
  const clauses = clausesOf(text.slice(-maxLetters));
  let left = maxWords;
  const newest: Clause[] = [];
  for (const clause of clauses.toReversed()) {
    if (left <= 0) break;
    newest.unshift(lastWords(clause, left));
    left -= wordsIn(clause);
  }
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
