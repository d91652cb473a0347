import type { Content } from "#content/loader/load.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import type { RefusedField } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { OpenQuestion } from "../flow/assess.ts";
import type { GivenAnswer, GivenAnswers } from "../rules/answers.ts";

export type Question = Content["questionnaire"]["questions"][number];
/** What the check of an answer looks at. */
type CheckableQuestion = Pick<Question, "answertype" | "allowempty"> & {
  readonly answerlist: readonly Pick<Question["answerlist"][number], "id" | "exclusive" | "asksothers">[];
} & Partial<Pick<Question, "min" | "max" | "unit">>;
type AnswerCheck =
  | { readonly answer: GivenAnswer }
  | { readonly problem: Sentence; readonly field: "answer" | "others" };

const invalid = (problem: Sentence, field: "answer" | "others" = "answer") => ({ problem, field });
const textAnswer = (value: string) => ({ answer: { value, others: null } });

/** Checks an answer against its question: the answer in the form it is stored in, or what is wrong with it. */
export function checkAnswer(
  question: CheckableQuestion,
  { answer, others }: Pick<Answer, "answer" | "others">,
): AnswerCheck {
  if (others !== undefined && !["single", "array", "others"].includes(question.answertype))
    return invalid(sentence("onboarding.no_text_beside"), "others");
  if (isEmpty(answer)) {
    if (question.allowempty) return { answer: { value: question.answertype === "array" ? [] : "", others: null } };
    return invalid(
      question.answertype === "text" ? sentence("onboarding.text_empty") : sentence("onboarding.answer_missing"),
    );
  }
  if (question.answertype === "array") return checkList(question, answer, others);
  if (typeof answer !== "string") return invalid(sentence("onboarding.one_answer"));
  switch (question.answertype) {
    case "single":
    case "others":
    case "scale":
      return checkOption(question, answer, others);
    case "number":
      return checkNumber(question, answer);
    case "date":
      return isDay(answer) ? textAnswer(answer) : invalid(sentence("onboarding.enter_date"));
    case "text":
      return checkText(answer);
    case "nothing":
      return invalid(sentence("onboarding.needs_no_answer"));
  }
}

const isEmpty = (answer: string | readonly string[]) =>
  typeof answer === "string" ? answer.trim() === "" : answer.length === 0;

function checkOption(question: CheckableQuestion, id: string, others: string | undefined): AnswerCheck {
  const option = question.answerlist.find((each) => each.id === id);
  return option ? withOthers(option.asksothers === true, id, others) : invalid(sentence("onboarding.choose_answer"));
}

function checkList(
  question: CheckableQuestion,
  answer: string | readonly string[],
  others: string | undefined,
): AnswerCheck {
  if (typeof answer === "string") return invalid(sentence("onboarding.list_of_answers"));
  if (new Set(answer).size !== answer.length) return invalid(sentence("onboarding.answer_once"));
  const options = answer.map((id) => question.answerlist.find((each) => each.id === id));
  if (options.includes(undefined)) return invalid(sentence("onboarding.choose_answer"));
  if (answer.length > 1 && options.some((option) => option?.exclusive))
    return invalid(sentence("onboarding.none_with_another"));
  return withOthers(
    options.some((option) => option?.asksothers === true),
    [...answer],
    others,
  );
}

function withOthers(asksOthers: boolean, value: GivenAnswer["value"], others: string | undefined): AnswerCheck {
  const text = (others ?? "").trim();
  if (!asksOthers)
    return text === ""
      ? { answer: { value, others: null } }
      : invalid(sentence("onboarding.option_takes_no_text"), "others");
  if (text === "") return invalid(sentence("onboarding.text_empty"), "others");
  return hasControls(text) ? invalid(sentence("onboarding.plain_text"), "others") : { answer: { value, others: text } };
}

function checkNumber(question: CheckableQuestion, text: string): AnswerCheck {
  const trimmed = text.trim();
  const { min = 0, max = 9999, unit = "" } = question;
  if (!/^\d{1,4}(?:\.\d)?$/.test(trimmed)) return invalid(sentence("onboarding.enter_number"));
  const number = Number(trimmed);
  if (number < min || number > max)
    return invalid(sentence("onboarding.number_range", { from: String(min), to: `${max} ${unit}`.trim() }));
  return textAnswer(String(number));
}

function checkText(text: string): AnswerCheck {
  return hasControls(text) ? invalid(sentence("onboarding.plain_text")) : textAnswer(text.trim());
}

/** Control characters other than line breaks and tabs. */
const hasControls = (text: string) => /[^\P{Cc}\n\r\t]/u.test(text);

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  );
}

/**
 * Checks sent answers one by one: those fit to be stored, and what is wrong with the others. `foreign` is the message for a question not
 * `asked`.
 */
export function checkAnswers(
  { questionnaire }: Pick<Content, "questionnaire">,
  sent: readonly Answer[],
  {
    asked: isAsked,
    foreign: notAskedMessage,
  }: { readonly asked: (question: Question) => boolean; readonly foreign: Sentence },
): { readonly given: GivenAnswers; readonly issues: RefusedField[] } {
  const issues: RefusedField[] = [];
  const given: Record<string, GivenAnswer> = {};
  sent.forEach((answer, index) => {
    const question = questionnaire.questions.find(({ id }) => id === answer.questionid);
    if (!question || !isAsked(question))
      return issues.push({ path: `answers.${index}.questionid`, message: notAskedMessage });
    if (question.id in given)
      return issues.push({ path: `answers.${index}.questionid`, message: sentence("onboarding.question_once") });
    const result = checkAnswer(question, answer);
    if ("problem" in result) return issues.push({ path: `answers.${index}.${result.field}`, message: result.problem });
    given[question.id] = result.answer;
    return undefined;
  });
  return { given, issues };
}

/** Issues of sent answers whose questions are not open. */
export const notOpenIssues = (sent: readonly Answer[], open: readonly OpenQuestion[]): RefusedField[] =>
  sent.flatMap(({ questionid }, index) =>
    open.some(({ question }) => question.id === questionid)
      ? []
      : [{ path: `answers.${index}.questionid`, message: sentence("onboarding.question_not_open") }],
  );
