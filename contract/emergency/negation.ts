import type { PhraseMatch } from "./phrases.ts";
import type { Clause } from "./clauses.ts";

type Sign = Pick<PhraseMatch, "first" | "last">;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const negators = words(
  "no not never without sin dont doesnt didnt havent hasnt hadnt isnt arent wasnt werent nor neither deny denies",
);
/** They negate within a sign: “can't breathe”. Nothing before them denies it. */
const inabilityWords = words("cant cannot couldnt unable wont hardly barely");
/** Signs that begin with one of them may stand without a verb, so that a comma before them ends a list: “no hives, trouble breathing”. */
const difficultyWords = words("trouble hard harder difficult difficulty struggle struggling short");
/** After one of these words a “not” denies nothing: “not sure”, “not only”. */
const uncertaintyWords = words("sure know certain only just tell able");
/** A denial with one of them tells of now: “never before”, “not like this”. */
const contrastWords = words("before like until till anymore yes yeah yep");
/** After the last sign of a list: she has it. */
const nowWords = words("now since today tonight again already");
/** What may stand between a denial and what it denies. */
const fillerWords = words(
  "tengo tenemos hay ningun ninguna a an any the have has had having feel feeling felt get getting got been experience experienced experiencing notice noticed of signs sign real really current currently more other",
);
const orWords = words("or nor ni");
/** A denial does not reach further. */
const denialReach = 24;

/**
 * Which of the signs she says she does not have. In doubt she has it: only a plain “no …”, “I don't have any …” and the list that goes on
 * from it to its “or” count, and nothing that says “not sure”, “never before” or “not only”.
 */
export function areDenied(clause: Clause, signs: readonly Sign[]): readonly boolean[] {
  if (signs.length === 0 || clause.some((word) => contrastWords.has(word))) return signs.map(() => false);
  const signPositions = new Set<number>();
  for (const { first, last } of signs)
    for (let position = first; position <= last; position += 1) signPositions.add(position);
  const until = new Map<number, number>();
  for (const [position, word] of clause.entries()) {
    if (
      !negators.has(word) ||
      uncertaintyWords.has(clause[position + 1] ?? "") ||
      negators.has(clause[position - 1] ?? "")
    )
      continue;
    const end = endOfDenial(clause, position, signPositions);
    for (let denied = position + 1; denied <= end; denied += 1) until.set(denied, end);
  }
  return signs.map(({ first, last }) => (until.get(first) ?? -1) >= last);
}

/** The place of the last word that a negator at `from` denies. */
function endOfDenial(clause: Clause, from: number, signPositions: ReadonlySet<number>): number {
  /** The end of what is denied for sure, that of the item before, and that of what a coming “or” would make sure. */
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

/** Whether nothing but fillers stands between a denial and a place. */
const onlyFillersBetween = (clause: Clause, from: number, position: number): boolean =>
  clause.slice(from + 1, position).every((word) => fillerWords.has(word));
