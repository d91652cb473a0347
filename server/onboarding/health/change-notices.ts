import { touches } from "#content/scope.ts";
import { noticesOf, type Product } from "../screening.ts";
import type { Findings } from "./change-findings.ts";

/** Sentences for her about a change of her answers; a medicine she chose that is withheld now comes first. */
export function noticesOfChange({ fresh, begun }: Findings, chosen: readonly Product[]): string[] {
  const withheld = begun.flatMap((rule) => {
    if (rule.outcome !== "STOP" || rule.scope === "visit") return [];
    const names = chosen.filter((product) => touches(rule.scope, product)).map(({ name }) => name);
    return names.length > 0
      ? [`${rule.title}. ${rule.text} This is about your ${names.join(" and ")}. Please write to your doctor today.`]
      : [];
  });
  return [...withheld, ...noticesOf(fresh)];
}
