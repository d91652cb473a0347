import type { DeskAnswers } from "#content/schema/desk-answers.ts";
import type { DeepReadonly } from "#content/schema/content.ts";
import { deniedOf } from "./denied.ts";
import type { Reading } from "./reading.ts";

type Emergency = DeepReadonly<DeskAnswers>["emergencies"][number];

/** The first emergency of the content that a text names a sign of, unless she plainly says that she does not have it; null: none. */
export function emergencyIn({ clauses }: Reading, emergencies: readonly Emergency[]): Emergency | null {
  const signs = new Set(emergencies.flatMap(({ phrases }) => phrases));
  const named = new Set<string>();
  for (const { words, found } of clauses) {
    const told = found.filter(({ phrase }) => signs.has(phrase));
    const denied = deniedOf(words, told);
    for (const [index, { phrase }] of told.entries()) if (!denied[index]) named.add(phrase);
  }
  return emergencies.find(({ phrases }) => phrases.some((phrase) => named.has(phrase))) ?? null;
}
