import type { Content } from "#content/loader/load.ts";
import { scopeCovers } from "#content/scope.ts";
import { type Rule, stopRuleOf } from "../screening/screening.ts";

/** What screening finds in a change of her answers. */
export interface ScreeningChange {
  /** Hit for the first time ever: she is told once. */
  readonly fresh: readonly Rule[];
  /** Begun by this change: they speak against what is prescribed each time she tells it. */
  readonly begun: readonly Rule[];
}

/**
 * The rules that hold after a change and did not hold before it, and those recorded for the first time. One her doctor prescribed
 * in spite of, and that held all the while, is none of them.
 */
export const newlyHitRules = (before: readonly Rule[], after: readonly Rule[], firstHits: readonly Rule[]): Rule[] =>
  after.filter(({ id }) => firstHits.some((rule) => rule.id === id) || !before.some((rule) => rule.id === id));

/** A rule begun that ends the visit speaks against all that is prescribed; one on products against those. */
export function contraindicatedBy(
  { catalogue }: Pick<Content, "catalogue">,
  newHits: readonly Rule[],
): (productId: string) => boolean {
  const productStopRules = newHits.filter(({ outcome, scope }) => outcome === "STOP" && scope !== "visit");
  return (productId) => {
    const product = catalogue.products.find((each) => each.productid === productId);
    return (
      stopRuleOf(newHits) !== null ||
      (product !== undefined && productStopRules.some(({ scope }) => scopeCovers(scope, product)))
    );
  };
}
