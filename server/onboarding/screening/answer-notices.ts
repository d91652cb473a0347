import type { Content } from "#content/loader/load.ts";
import { evaluateCondition, type Facts, referencesOf } from "#content/logic/conditions.ts";
import { questionsOfFact } from "#content/logic/visit-questions.ts";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import type { Assessment, OpenQuestion } from "../flow/assess.ts";
import { isNotice, noticeText, type Rule } from "../rules/screening.ts";

/** The notices of these rules, each beside the question that raised it. */
export const answerNotices = (assessment: Assessment, rules: readonly Rule[]): AnswerNotice[] =>
  rules.filter(isNotice).map((rule) => ({ questionid: decidingQuestion(rule, assessment), text: noticeText(rule) }));

/** The question with whose answer a rule began to hold, in the order they are asked; null where it holds without any. */
export function decidingQuestion({ when }: Pick<Rule, "when">, { known, open }: Assessment): string | null {
  const answered = new Set<string>();
  if (evaluateCondition(when, knownFrom(known, answered))) return null;
  for (const { question } of open) {
    answered.add(question.id);
    if (evaluateCondition(when, knownFrom(known, answered))) return question.id;
  }
  return null;
}

/** What is known when only these questions are answered. */
function knownFrom({ answers, facts: { bmi, ...facts } }: Facts, answered: ReadonlySet<string>): Facts {
  const measured = bmi !== undefined && questionsOfFact.bmi.every((id) => answered.has(id));
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([id]) => answered.has(id))),
    facts: measured ? { ...facts, bmi } : facts,
  };
}

/** The open questions of a step whose answers may raise a notice. */
export const noticeQuestions = (
  { rules }: Pick<Content, "rules">,
  open: readonly OpenQuestion[],
  step: number,
): string[] =>
  open
    .filter(({ screen }) => screen.step === step)
    .map(({ question }) => question.id)
    .filter((id) => rules.some((rule) => isNotice(rule) && questionsOfRule(rule).includes(id)));

/** The questions whose answers a rule looks at. */
export function questionsOfRule({ when }: Pick<Rule, "when">): readonly string[] {
  const { questions, facts } = referencesOf(when);
  return facts.includes("bmi") ? [...questions, ...questionsOfFact.bmi] : questions;
}
