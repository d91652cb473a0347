import { deniedOf } from "./denied.ts";
import { makeReader, type Reading } from "./reading.ts";

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
export const emergencyPhrases = ({ signs, elsewhere }: EmergencyRules): readonly string[] => [
  ...signs.flatMap(({ phrases }) => phrases),
  ...elsewhere.phrases,
  ...elsewhere.unless,
];

/**
 * The first sign that a text tells of; null: none. In doubt it does. Only a plain denial (“no chest pain”) and a sentence that clearly tells
 * of the past or of somebody else, and of nothing now, count for nothing.
 */
export function emergencyIn<Sign extends EmergencySign>(
  { clauses }: Pick<Reading, "clauses">,
  { signs, elsewhere }: EmergencyRules<Sign>,
): Sign | null {
  const known = new Set(signs.flatMap(({ phrases }) => phrases));
  const [anywhere, now] = [new Set<string>(), new Set<string>()];
  for (const { words, found } of clauses) {
    const told = found.filter(({ phrase }) => known.has(phrase));
    if (told.length === 0) continue;
    const denied = deniedOf(words, told);
    const says = (phrases: readonly string[]) => found.some(({ phrase }) => phrases.includes(phrase));
    const over = says(elsewhere.phrases) && !says(elsewhere.unless);
    for (const [index, { phrase }] of told.entries()) {
      if (denied[index]) continue;
      anywhere.add(phrase);
      if (!over) now.add(phrase);
    }
  }
  return signs.find(({ phrases, always }) => phrases.some((phrase) => (always ? anywhere : now).has(phrase))) ?? null;
}

/** Reads texts for the signs of these rules; made once, as the phrases are taken apart only then. */
export function emergencyReader<Sign extends EmergencySign>(
  rules: EmergencyRules<Sign>,
): (text: string) => Sign | null {
  const read = makeReader(emergencyPhrases(rules));
  return (text) => emergencyIn(read(text), rules);
}
