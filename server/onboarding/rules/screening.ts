import type { Content } from "#content/loader/load.ts";
import { evaluateCondition, type Facts, scopeCovers } from "#content/logic/conditions.ts";
import { errorMessage } from "#contract/http/errors.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { outcomeStates } from "#server/platform/database/states.ts";
import { sentence, toText } from "#server/platform/sentences.ts";

export type Rule = Content["rules"][number];
export type Product = Content["catalogue"]["products"][number];

/**
 * The rules that hold, in the order of the content, where emergencies come first. A rule on products counts only if one of them was chosen
 * or the rule contraindicates them.
 */
export function screeningHits(content: Pick<Content, "rules">, known: Facts, chosen: readonly Product[]): Rule[] {
  return content.rules.filter(
    (rule) =>
      evaluateCondition(rule.when, known) &&
      (rule.scope === "visit" || rule.outcome === "STOP" || chosen.some((product) => scopeCovers(rule.scope, product))),
  );
}

/** The rule that ends the visit: an emergency before any other stop. */
export function stopRuleOf(hits: readonly Rule[]): Rule | null {
  const endingRules = hits.filter((rule) => rule.scope === "visit" && outcomeStates.ends.has(rule.outcome));
  return endingRules.find((rule) => rule.outcome === "EMERGENCY") ?? endingRules[0] ?? null;
}

/** The rule that contraindicates a product for the patient, if one does. */
export function contraindicatingRule(
  content: Pick<Content, "rules">,
  known: Facts,
  product: Product,
): Rule | undefined {
  return content.rules.find(
    (rule) =>
      rule.outcome === "STOP" &&
      rule.scope !== "visit" &&
      scopeCovers(rule.scope, product) &&
      evaluateCondition(rule.when, known),
  );
}

/** Whether the patient is told of a rule in passing, while the visit continues. */
export const isNotice = ({ outcome }: Pick<Rule, "outcome">): boolean => outcomeStates.noted.has(outcome);

export const noticeText = ({ title, text }: Pick<Rule, "title" | "text">): string => `${title}. ${text}`;

/** A recorded stop as shown; it holds even when the content does not have its rule any more. */
export function presentStop(content: Pick<Content, "rules" | "sentences">, ruleId: string): ScreeningStop {
  const rule = content.rules.find((each) => each.id === ruleId);
  return {
    ruleid: ruleId,
    kind: rule?.outcome === "EMERGENCY" ? "emergency" : "stop",
    title: rule?.title ?? toText(content, sentence("onboarding.visit_stopped")),
    text: rule?.text ?? errorMessage("visit_stopped"),
    actions: (rule?.actions ?? []).map((action) => ({ ...action })),
  };
}
