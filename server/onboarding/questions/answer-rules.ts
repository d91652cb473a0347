import type { Content } from "#content/loader/load.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import type { GivenAnswer, GivenAnswers } from "./answers.ts";
import type { FieldIssue } from "#contract/http/errors.ts";
import type { OpenQuestion } from "../visit/assess.ts";

export type Question = Content["questionnaire"]["questions"][number];
/** What the check of an answer looks at. */
type CheckableQuestion = Pick<Question, "answertype" | "allowempty"> & {
  readonly answerlist: readonly Pick<Question["answerlist"][number], "id" | "exclusive" | "asksothers">[];
} & Partial<Pick<Question, "min" | "max" | "unit">>;
type AnswerCheck = { readonly answer: GivenAnswer } | { readonly problem: string; readonly field: "answer" | "others" };

const emptyText = "The text field cannot be empty";
const chooseText = "Please choose one of the answers.";
const invalid = (problem: string, field: "answer" | "others" = "answer") => ({ problem, field });
const textAnswer = (value: string) => ({ answer: { value, others: null } });

/** Checks an answer against its question: the answer in the form it is stored in, or a sentence for the patient about what is wrong. */
export function checkAnswer(
  question: CheckableQuestion,
  { answer, others }: Pick<Answer, "answer" | "others">,
): AnswerCheck {
  if (others !== undefined && !["single", "array", "others"].includes(question.answertype))
    return invalid("This question takes no text beside the answer.", "others");
  if (isEmpty(answer)) {
    if (question.allowempty) return { answer: { value: question.answertype === "array" ? [] : "", others: null } };
    return invalid(question.answertype === "text" ? emptyText : "Please answer this question.");
  }
  if (question.answertype === "array") return checkList(question, answer, others);
  if (typeof answer !== "string") return invalid("Please give one answer.");
  switch (question.answertype) {
    case "single":
    case "others":
    case "scale":
      return checkOption(question, answer, others);
    case "number":
      return checkNumber(question, answer);
    case "date":
      return isDay(answer) ? textAnswer(answer) : invalid("Please enter a date as month, day and year.");
    case "text":
      return checkText(answer);
    case "nothing":
      return invalid("This needs no answer.");
  }
}

const isEmpty = (answer: string | readonly string[]) =>
  typeof answer === "string" ? answer.trim() === "" : answer.length === 0;

function checkOption(question: CheckableQuestion, id: string, others: string | undefined): AnswerCheck {
  const option = question.answerlist.find((each) => each.id === id);
  return option ? withOthers(option.asksothers === true, id, others) : invalid(chooseText);
}

function checkList(
  question: CheckableQuestion,
  answer: string | readonly string[],
  others: string | undefined,
): AnswerCheck {
  if (typeof answer === "string") return invalid("Please send a list of answers.");
  if (new Set(answer).size !== answer.length) return invalid("Please choose each answer once.");
  const options = answer.map((id) => question.answerlist.find((each) => each.id === id));
  if (options.includes(undefined)) return invalid(chooseText);
  if (answer.length > 1 && options.some((option) => option?.exclusive))
    return invalid("“None of these” cannot be chosen together with another answer.");
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
      : invalid("This answer takes no text beside it.", "others");
  if (text === "") return invalid(emptyText, "others");
  return hasControls(text)
    ? invalid("Please use letters, digits and punctuation only.", "others")
    : { answer: { value, others: text } };
}

function checkNumber(question: CheckableQuestion, text: string): AnswerCheck {
  const trimmed = text.trim();
  const { min = 0, max = 9999, unit = "" } = question;
  if (!/^\d{1,4}(?:\.\d)?$/.test(trimmed)) return invalid("Please enter a number.");
  const number = Number(trimmed);
  if (number < min || number > max) return invalid(`Please enter a number from ${min} to ${max} ${unit}`.trim() + ".");
  return textAnswer(String(number));
}

function checkText(text: string): AnswerCheck {
  return hasControls(text) ? invalid("Please use letters, digits and punctuation only.") : textAnswer(text.trim());
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

/** Issues of sent answers whose questions are not open. */
export const notOpenIssues = (sent: readonly Answer[], open: readonly OpenQuestion[]): FieldIssue[] =>
  sent.flatMap(({ questionid }, index) =>
    open.some(({ question }) => question.id === questionid)
      ? []
      : [{ path: `answers.${index}.questionid`, message: "This question is not asked with your other answers." }],
  );
