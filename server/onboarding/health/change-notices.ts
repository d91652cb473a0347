import { scopeCovers } from "#content/scope.ts";
import { screeningNotices, type Product } from "../screening/screening.ts";
import type { ScreeningChange } from "../health-answers/screening-change.ts";

/** Sentences for her about a change of her answers; a medicine she chose that is withheld now comes first. */
export function changeNotices(
  { fresh: firstHits, begun: newHits }: ScreeningChange,
  chosen: readonly Product[],
): string[] {
  const contraindicationNotices = newHits.flatMap((rule) => {
    if (rule.outcome !== "STOP" || rule.scope === "visit") return [];
    const names = chosen.filter((product) => scopeCovers(rule.scope, product)).map(({ name }) => name);
    return names.length > 0
      ? [`${rule.title}. ${rule.text} This is about your ${names.join(" and ")}. Please write to your doctor today.`]
      : [];
  });
  return [...contraindicationNotices, ...screeningNotices(firstHits)];
}
