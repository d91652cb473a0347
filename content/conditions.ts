import type { Condition, FactName } from "./schema/condition.ts";

/** An answer as kept: an option id, a list of them, or text (numbers and days as text). */
export type Value = string | number | readonly string[];

/** What is known about a visit: answers by question id, and the facts of `FactName` that are known. */
export interface Facts {
  readonly answers: Readonly<Record<string, Value | undefined>>;
  readonly facts: Readonly<Partial<Record<FactName, Value>>>;
}

/** Whether a condition holds. A question not answered, or a fact not known, makes its comparison false. */
export function holds(condition: Condition, known: Facts): boolean {
  if ("all" in condition) return condition.all.every((each) => holds(each, known));
  if ("any" in condition) return condition.any.some((each) => holds(each, known));
  if ("not" in condition) return !holds(condition.not, known);
  const value = "question" in condition ? known.answers[condition.question] : known.facts[condition.fact];
  if (value === undefined) return false;
  if ("is" in condition) return members(value).includes(condition.is);
  if ("in" in condition) return members(value).some((member) => condition.in.includes(member));
  const number = numberOf(value);
  if (number === undefined) return false;
  return "atleast" in condition ? number >= condition.atleast : number <= condition.atmost;
}

/** Every question and fact a condition asks about. */
export function mentioned(condition: Condition): { questions: string[]; facts: FactName[] } {
  if ("all" in condition || "any" in condition) {
    const parts = ("all" in condition ? condition.all : condition.any).map(mentioned);
    return { questions: parts.flatMap((part) => part.questions), facts: parts.flatMap((part) => part.facts) };
  }
  if ("not" in condition) return mentioned(condition.not);
  return "question" in condition
    ? { questions: [condition.question], facts: [] }
    : { questions: [], facts: [condition.fact] };
}

/** The option ids a condition compares a question with. */
export function compared(condition: Condition): { question: string; option: string }[] {
  if ("all" in condition) return condition.all.flatMap(compared);
  if ("any" in condition) return condition.any.flatMap(compared);
  if ("not" in condition) return compared(condition.not);
  if (!("question" in condition)) return [];
  if ("is" in condition) return [{ question: condition.question, option: condition.is }];
  return "in" in condition ? condition.in.map((option) => ({ question: condition.question, option })) : [];
}

function members(value: Value): readonly string[] {
  return typeof value === "object" ? value : [String(value)];
}

function numberOf(value: Value): number | undefined {
  if (typeof value === "object" || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
