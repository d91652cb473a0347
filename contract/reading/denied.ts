import type { Found } from "./phrases.ts";
import type { Clause } from "./words.ts";

type Sign = Pick<Found, "first" | "last">;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const negators = words(
  "no not never without sin dont doesnt didnt havent hasnt hadnt isnt arent wasnt werent nor neither deny denies",
);
/** They negate within a sign: “can't breathe”. Nothing before them denies it. */
const unable = words("cant cannot couldnt unable wont hardly barely");
/** Signs that begin with one of them may stand without a verb, so that a comma before them ends a list: “no hives, trouble breathing”. */
const troubles = words("trouble hard harder difficult difficulty struggle struggling short");
/** After one of these words a “not” denies nothing: “not sure”, “not only”. */
const unsure = words("sure know certain only just tell able");
/** A denial with one of them tells of now: “never before”, “not like this”. */
const contrasts = words("before like until till anymore yes yeah yep");
/** After the last sign of a list: she has it. */
const present = words("now since today tonight again already");
/** What may stand between a denial and what it denies. */
const fillers = words(
  "tengo tenemos hay ningun ninguna a an any the have has had having feel feeling felt get getting got been experience experienced experiencing notice noticed of signs sign real really current currently more other",
);
const alternatives = words("or nor ni");
/** A denial does not reach further. */
const reach = 24;

/**
 * Which of the signs she says she does not have. In doubt she has it: only a plain “no …”, “I don't have any …” and the list that goes on
 * from it to its “or” count, and nothing that says “not sure”, “never before” or “not only”.
 */
export function deniedOf(clause: Clause, signs: readonly Sign[]): readonly boolean[] {
  if (signs.length === 0 || clause.some((word) => contrasts.has(word))) return signs.map(() => false);
  const told = new Set<number>();
  for (const { first, last } of signs) for (let place = first; place <= last; place += 1) told.add(place);
  const until = new Map<number, number>();
  for (const [place, word] of clause.entries()) {
    if (!negators.has(word) || unsure.has(clause[place + 1] ?? "") || negators.has(clause[place - 1] ?? "")) continue;
    const end = endOfDenial(clause, place, told);
    for (let denied = place + 1; denied <= end; denied += 1) until.set(denied, end);
  }
  return signs.map(({ first, last }) => (until.get(first) ?? -1) >= last);
}

/** The place of the last word that a negator at `from` denies. */
function endOfDenial(clause: Clause, from: number, told: ReadonlySet<number>): number {
  /** The end of what is denied for sure, that of the item before, and that of what a coming “or” would make sure. */
  let [sure, earlier, pending] = [from, from, from];
  let paused = false;
  for (let place = from + 1; place < clause.length && place <= from + reach; place += 1) {
    const word = clause[place] ?? "";
    const before = clause[place - 1] ?? "";
    if (alternatives.has(word)) {
      if (place === from + 1) break;
      [earlier, sure, paused] = [pending, pending, false];
    } else if (word === ",") {
      if (pending === from) break;
      paused = true;
    } else if (negators.has(word) || unable.has(word)) break;
    else if (
      troubles.has(word) &&
      told.has(place) &&
      !(before === "or" || before === "nor" || fitsFirst(clause, from, place))
    )
      break;
    else if (told.has(place) && word !== "and") {
      pending = place;
      if (!paused) sure = place;
    } else if (alternatives.has(clause[place + 1] ?? "") && pending === from) pending = place;
    else if (!fillers.has(word)) {
      if (present.has(word) && earlier > from) return earlier;
      break;
    }
  }
  return sure;
}

/** Whether nothing but fillers stands between a denial and a place. */
const fitsFirst = (clause: Clause, from: number, place: number): boolean =>
  clause.slice(from + 1, place).every((word) => fillers.has(word));
