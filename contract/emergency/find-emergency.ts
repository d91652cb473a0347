import { areDenied } from "./negation.ts";
import { createTextMatcher, type TextMatches } from "./text-matcher.ts";

/** What cannot wait for an answer, by the phrases that tell of it. */
export interface EmergencySign {
  readonly phrases: readonly string[];
  /** Told of the past or of somebody else, it counts all the same. */
  readonly always: boolean;
}

/** The practice's rules on what cannot wait; see `content/emergency-words.yaml`. */
export interface EmergencyRules<Sign extends EmergencySign = EmergencySign> {
  readonly signs: readonly Sign[];
  readonly elsewhere: { readonly phrases: readonly string[]; readonly unless: readonly string[] };
}

/** Every phrase a reader has to know to find these signs. */
export const emergencyPhrases = ({ signs, elsewhere: notcurrent }: EmergencyRules): readonly string[] => [
  ...signs.flatMap(({ phrases }) => phrases),
  ...notcurrent.phrases,
  ...notcurrent.unless,
];

/**
 * The first sign that a text tells of; null: none. In doubt it does. Only a plain denial (“no chest pain”) and a sentence that clearly tells
 * of the past or of somebody else, and of nothing now, count for nothing.
 */
export function findEmergency<Sign extends EmergencySign>(
  { clauses }: Pick<TextMatches, "clauses">,
  { signs, elsewhere: notcurrent }: EmergencyRules<Sign>,
): Sign | null {
  const known = new Set(signs.flatMap(({ phrases }) => phrases));
  const [anywhere, now] = [new Set<string>(), new Set<string>()];
  for (const { words, found } of clauses) {
    const matches = found.filter(({ phrase }) => known.has(phrase));
    if (matches.length === 0) continue;
    const denied = areDenied(words, matches);
    const includesAny = (phrases: readonly string[]) => found.some(({ phrase }) => phrases.includes(phrase));
    const isNotCurrent = includesAny(notcurrent.phrases) && !includesAny(notcurrent.unless);
    for (const [index, { phrase }] of matches.entries()) {
      if (denied[index]) continue;
      anywhere.add(phrase);
      if (!isNotCurrent) now.add(phrase);
    }
  }
  return signs.find(({ phrases, always }) => phrases.some((phrase) => (always ? anywhere : now).has(phrase))) ?? null;
}

/** Reads texts for the signs of these rules; made once, as the phrases are taken apart only then. */
export function createEmergencyDetector<Sign extends EmergencySign>(
  rules: EmergencyRules<Sign>,
): (text: string) => Sign | null {
  const read = createTextMatcher(emergencyPhrases(rules));
  return (text) => findEmergency(read(text), rules);
}
