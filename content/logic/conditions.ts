import type { Condition, FactName } from "../schema/condition.ts";
import type { Content } from "../schema/content.ts";

/** A stored answer: an option id, a list of them, or text (numbers and days as text). */
export type FactValue = string | number | readonly string[];

/** What is known about a visit: answers by question id, and the known facts of `FactName`. */
export interface Facts {
  readonly answers: Readonly<Record<string, FactValue | undefined>>;
  readonly facts: Readonly<Partial<Record<FactName, FactValue>>>;
}

/** Whether a condition holds. An unanswered question or an unknown fact makes its comparison false. */
export function evaluateCondition(condition: Condition, known: Facts): boolean {
  if ("all" in condition) return condition.all.every((each) => evaluateCondition(each, known));
  if ("any" in condition) return condition.any.some((each) => evaluateCondition(each, known));
  if ("not" in condition) return !evaluateCondition(condition.not, known);
  const value = "question" in condition ? known.answers[condition.question] : known.facts[condition.fact];
  if (value === undefined) return false;
  if ("is" in condition) return asList(value).includes(condition.is);
  if ("in" in condition) return asList(value).some((member) => condition.in.includes(member));
  const number = numberOf(value);
  if (number === undefined) return false;
  return "atleast" in condition ? number >= condition.atleast : number <= condition.atmost;
}

/** Every question and fact a condition refers to. */
export function referencesOf(condition: Condition): { questions: string[]; facts: FactName[] } {
  if ("all" in condition || "any" in condition) {
    const parts = ("all" in condition ? condition.all : condition.any).map(referencesOf);
    return { questions: parts.flatMap((part) => part.questions), facts: parts.flatMap((part) => part.facts) };
  }
  if ("not" in condition) return referencesOf(condition.not);
  return "question" in condition
    ? { questions: [condition.question], facts: [] }
    : { questions: [], facts: [condition.fact] };
}

/** The option ids a condition compares a question with. */
export function comparedOptions(condition: Condition): { question: string; option: string }[] {
  if ("all" in condition) return condition.all.flatMap(comparedOptions);
  if ("any" in condition) return condition.any.flatMap(comparedOptions);
  if ("not" in condition) return comparedOptions(condition.not);
  if (!("question" in condition)) return [];
  if ("is" in condition) return [{ question: condition.question, option: condition.is }];
  return "in" in condition ? condition.in.map((option) => ({ question: condition.question, option })) : [];
}

function asList(value: FactValue): readonly string[] {
  return typeof value === "object" ? value : [String(value)];
}

function numberOf(value: FactValue): number | undefined {
  if (typeof value === "object" || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

type Product = Content["catalogue"]["products"][number];
type Scope = Content["rules"][number]["scope"];

/** Whether a rule of this scope applies to a product: by its id, its family or one of its categories; `visit` applies to all. */
export function scopeCovers(scope: Scope, product: Product): boolean {
  if (scope === "visit") return true;
  if ("products" in scope) return scope.products.includes(product.productid) || scope.products.includes(product.family);
  return scope.categories.some((category) => product.categories.includes(category));
}
