import { areDenied } from "./negation.ts";
import type { PhraseMatch } from "./phrases.ts";
import { createTextMatcher, type TextMatches } from "./text-matcher.ts";

/** An emergency, by the phrases that indicate it. */
export interface EmergencySign {
  readonly phrases: readonly string[];
  /** Counts even in the past or about somebody else. */
  readonly always: boolean;
}

/** The practice's emergency rules; see `content/emergency-words.yaml`. */
export interface EmergencyRules<Sign extends EmergencySign = EmergencySign> {
  readonly signs: readonly Sign[];
  readonly notcurrent: { readonly phrases: readonly string[]; readonly unless: readonly string[] };
  /** Spellings that are more than one typo away, or of a word too short for one, by the word they mean. */
  readonly misspellings: Readonly<Record<string, readonly string[]>>;
}

/** All phrases a matcher has to find for these signs. */
export const emergencyPhrases = ({ signs, notcurrent }: EmergencyRules): readonly string[] => [
  ...signs.flatMap(({ phrases }) => phrases),
  ...notcurrent.phrases,
  ...notcurrent.unless,
];

/**
 * The first sign found in a text; null: none. In doubt it counts. Only a plain denial (“no chest pain”) and a sentence that is clearly about the past
 * or somebody else, and not about the present, are ignored.
 */
export function findEmergency<Sign extends EmergencySign>(
  { clauses, across }: Pick<TextMatches, "clauses" | "across">,
  { signs, notcurrent }: EmergencyRules<Sign>,
): Sign | null {
  const known = new Set(signs.flatMap(({ phrases }) => phrases));
  const [anywhere, now] = [new Set<string>(), new Set<string>()];
  const add = (phrase: string, found: readonly PhraseMatch[]) => {
    const includesAny = (phrases: readonly string[]) => found.some((each) => phrases.includes(each.phrase));
    anywhere.add(phrase);
    if (!includesAny(notcurrent.phrases) || includesAny(notcurrent.unless)) now.add(phrase);
  };
  for (const { words, found } of clauses) {
    const matches = found.filter(({ phrase }) => known.has(phrase));
    const denied = areDenied(words, matches);
    for (const [index, { phrase }] of matches.entries()) if (!denied[index]) add(phrase, found);
  }
  for (const { phrase, found } of across) if (known.has(phrase)) add(phrase, found);
  return signs.find(({ phrases, always }) => phrases.some((phrase) => (always ? anywhere : now).has(phrase))) ?? null;
}

/** Creates a detector for these rules; create it once, as that parses the phrases. */
export function createEmergencyDetector<Sign extends EmergencySign>(
  rules: EmergencyRules<Sign>,
): (text: string) => Sign | null {
  const read = createTextMatcher(emergencyPhrases(rules), rules);
  return (text) => findEmergency(read(text), rules);
}
