import { scopeCovers } from "#content/logic/conditions.ts";
import type { Look } from "#content/schema/work-items.ts";
import type { WorkEntry } from "#server/work-items/public.ts";
import type { Product, Rule } from "../rules/screening.ts";

/** What rules that were hit ask of the practice. */
interface Asked {
  /** When somebody looks, by each. */
  readonly looks: readonly Look[];
  /** Whether a product waits for it. A stop puts its products on hold by itself, which only a decision about them ends. */
  readonly holds: (product: Product) => boolean;
  /** As a clinician reads them. */
  readonly flags: WorkEntry["flags"];
}

/** `otherwise` is for a rule that says nothing itself. */
export function whatRulesAsk(rules: readonly Rule[], otherwise: Look): Asked {
  const lookOf = ({ look, outcome }: Rule): Look =>
    look ?? (outcome === "EMERGENCY" ? { ...otherwise, within: "today" } : otherwise);
  const holding = rules.filter((rule) => rule.outcome === "CLINICIAN" && lookOf(rule).parcel === "hold");
  return {
    looks: rules.map(lookOf),
    holds: (product) => holding.some(({ scope }) => scope === "visit" || scopeCovers(scope, product)),
    flags: rules.map(({ id, outcome, note }) => ({
      ruleid: id,
      level: outcome === "CLINICIAN" ? "clinician" : "stop",
      text: note,
    })),
  };
}
