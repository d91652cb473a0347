import type { Content } from "#content/loader/load.ts";
import type { FieldIssue } from "#contract/http/errors.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { checkAnswer, type Question } from "./questions/answer-rules.ts";
import type { GivenAnswer, GivenAnswers } from "./questions/answers.ts";
import type { OpenQuestion } from "./visit/assess.ts";

/** Sent answers checked one by one: those fit to be kept, and what is wrong with the others. `foreign` is said of a question not `asked`. */
export function checkAnswers(
  { questionnaire }: Pick<Content, "questionnaire">,
  sent: readonly Answer[],
  {
    asked: isAsked,
    foreign: notAskedMessage,
  }: { readonly asked: (question: Question) => boolean; readonly foreign: string },
): { readonly given: GivenAnswers; readonly issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  const given: Record<string, GivenAnswer> = {};
  sent.forEach((answer, index) => {
    const question = questionnaire.questions.find(({ id }) => id === answer.questionid);
    if (!question || !isAsked(question))
      return issues.push({ path: `answers.${index}.questionid`, message: notAskedMessage });
    if (question.id in given)
      return issues.push({ path: `answers.${index}.questionid`, message: "Please answer each question once." });
    const result = checkAnswer(question, answer);
    if ("problem" in result) return issues.push({ path: `answers.${index}.${result.field}`, message: result.problem });
    given[question.id] = result.answer;
    return undefined;
  });
  return { given, issues };
}

/** What is said of sent answers whose questions are not open. */
export const notOpenIssues = (sent: readonly Answer[], open: readonly OpenQuestion[]): FieldIssue[] =>
  sent.flatMap(({ questionid }, index) =>
    open.some(({ question }) => question.id === questionid)
      ? []
      : [{ path: `answers.${index}.questionid`, message: "This question is not asked with your other answers." }],
  );
