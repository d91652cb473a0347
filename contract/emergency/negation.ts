import type { Clause } from "./clauses.ts";
import type { PhraseMatch } from "./phrases.ts";

type Sign = Pick<PhraseMatch, "first" | "last">;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** The words that decide what is denied, by what they do. */
export const denialWords = {
  negators: words(
    "no not never without sin dont doesnt didnt havent hasnt hadnt isnt arent wasnt werent nor neither deny denies",
  ),
  /** They negate as part of a sign: “can't breathe”. A negator before them denies nothing. */
  inability: words("cant cannot couldnt unable wont hardly barely"),
  /** Signs that begin with one of these may lack a verb, so a comma before them ends a list: “no hives, trouble breathing”. */
  difficulty: words("trouble hard harder difficult difficulty struggle struggling short"),
  /** Followed by one of these words a “not” denies nothing: “not sure”, “not only”. */
  uncertainty: words("sure know certain only just tell able"),
  /** A denial with one of these is about the present: “never before”, “not like this”. */
  contrast: words("before like until till anymore yes yeah yep"),
  /** After the last sign of a list: the patient has it. */
  now: words("now since today tonight again already"),
  /** Words allowed between a negator and what it denies. */
  fillers: words(
    "tengo tenemos hay ningun ninguna a an any the have has had having feel feeling felt get getting got been experience experienced experiencing notice noticed of signs sign real really current currently more other",
  ),
  or: words("or nor ni"),
} as const;
/** The maximum distance of a denied word from its negator, in words. */
const denialReach = 24;

const { difficulty: difficultyWords, ...readAsWritten } = denialWords;
const { negators, inability: inabilityWords, uncertainty: uncertaintyWords } = denialWords;
const { contrast: contrastWords, now: nowWords, fillers: fillerWords, or: orWords } = denialWords;

export const isNegator = (word: string): boolean => negators.has(word);

/** Whether a word decides what is denied, so that it is read as it is written. */
export const isNegationWord = (word: string): boolean => Object.values(readAsWritten).some((each) => each.has(word));

/**
 * Which of the signs the patient denies. In doubt they are present: only a plain “no …”, “I don't have any …” and the list that continues from it to
 * its “or” count as denials, and nothing with “not sure”, “never before” or “not only”.
 */
export function areDenied(clause: Clause, signs: readonly Sign[]): readonly boolean[] {
  if (signs.length === 0) return [];
  const signPositions = new Set<number>();
  for (const { first, last } of signs)
    for (let position = first; position <= last; position += 1) signPositions.add(position);
  const until = new Map<number, number>();
  for (const { from, end } of denialsOf(clause, signPositions))
    for (let denied = from + 1; denied <= end; denied += 1) until.set(denied, end);
  return signs.map(({ first, last }) => (until.get(first) ?? -1) >= last);
}

/** The positions a clause denies, where words of a sign stand at `positions`. A negator that is a word of the sign denies nothing of it. */
export function deniedPositions(clause: Clause, positions: ReadonlySet<number>): number[] {
  return denialsOf(clause, positions).flatMap(({ from, end }) =>
    positions.has(from) ? [] : [...positions].filter((position) => position > from && position <= end),
  );
}

/** What each negator of a clause denies: the words behind it, to `end`. */
function denialsOf(
  clause: Clause,
  signPositions: ReadonlySet<number>,
): { readonly from: number; readonly end: number }[] {
  if (signPositions.size === 0 || clause.some((word) => contrastWords.has(word))) return [];
  return [...clause.entries()].flatMap(([from, word]) =>
    !negators.has(word) || uncertaintyWords.has(clause[from + 1] ?? "") || negators.has(clause[from - 1] ?? "")
      ? []
      : [{ from, end: endOfDenial(clause, from, signPositions) }],
  );
}

/** The position of the last word denied by a negator at `from`. */
function endOfDenial(clause: Clause, from: number, signPositions: ReadonlySet<number>): number {
  /** The end of what is certainly denied, that of the previous item, and that of what a following “or” would make certain. */
  let [sure, earlier, pending] = [from, from, from];
  let paused = false;
  for (let position = from + 1; position < clause.length && position <= from + denialReach; position += 1) {
    const word = clause[position] ?? "";
    const before = clause[position - 1] ?? "";
    if (orWords.has(word)) {
      if (position === from + 1) break;
      [earlier, sure, paused] = [pending, pending, false];
    } else if (word === ",") {
      if (pending === from) break;
      paused = true;
    } else if (negators.has(word) || inabilityWords.has(word)) break;
    else if (
      difficultyWords.has(word) &&
      signPositions.has(position) &&
      !(before === "or" || before === "nor" || onlyFillersBetween(clause, from, position))
    )
      break;
    else if (signPositions.has(position) && word !== "and") {
      pending = position;
      if (!paused) sure = position;
    } else if (orWords.has(clause[position + 1] ?? "") && pending === from) pending = position;
    else if (!fillerWords.has(word)) {
      if (nowWords.has(word) && earlier > from) return earlier;
      break;
    }
  }
  return sure;
}

/** Whether only filler words stand between a negator and a position. */
const onlyFillersBetween = (clause: Clause, from: number, position: number): boolean =>
  clause.slice(from + 1, position).every((word) => fillerWords.has(word));
