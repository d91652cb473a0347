import * as z from "zod/mini";
import type { Answer, Question, QuestionScreen } from "#contract/onboarding/questions.ts";
import { Day } from "#contract/fields/fields.ts";

/** Form values of a screen: one per question, and the free text of its “other” option. */
export type AnswerValues = Record<string, string | string[] | undefined>;

export const othersFieldName = (questionid: string): string => `${questionid}__others`;
/** The answer of a symptom that the patient doesn't choose as bothering. */
export const notChosen = "0";
/** The form value of a symptom that is chosen and not rated yet; it is never sent. */
export const unrated = "chosen";
const emptyText = "The text field cannot be empty";

export const askedQuestions = (screen: Pick<QuestionScreen, "questions">): Question[] =>
  screen.questions.filter((question) => question.answertype !== "nothing");

/** Whether the chosen value asks for free text. */
export function asksForOthers(question: Question, value: string | string[] | undefined): boolean {
  const chosen = Array.isArray(value) ? value : [value];
  return question.answerlist.some((option) => option.asksothers && chosen.includes(option.id));
}

/** A screen of symptoms, to choose from before any is rated. */
export const isSymptomList = ({ questions }: Pick<QuestionScreen, "questions">): boolean =>
  questions.length > 1 && questions.every(({ answertype }) => answertype === "scale");

/** Field names from top to bottom. */
export const namesOf = (screen: QuestionScreen): string[] =>
  askedQuestions(screen).flatMap((question) =>
    question.answerlist.some((option) => option.asksothers)
      ? [question.id, othersFieldName(question.id)]
      : [question.id],
  );

/** Form values from earlier answers. */
export function valuesOf(screen: QuestionScreen): AnswerValues {
  return Object.fromEntries(
    askedQuestions(screen).flatMap((question) => [
      [question.id, question.answer ?? (question.answertype === "array" ? [] : "")],
      [othersFieldName(question.id), question.others ?? ""],
    ]),
  );
}

/** The request body. Empty answers are sent too, so that the server knows the question was seen. */
export function answersOf(screen: QuestionScreen, values: AnswerValues): Answer[] {
  return askedQuestions(screen).map((question) => {
    const value = values[question.id] ?? (question.answertype === "array" ? [] : "");
    const others = values[othersFieldName(question.id)];
    return {
      questionid: question.id,
      answer: typeof value === "string" ? value.trim() : value,
      ...(asksForOthers(question, value) && typeof others === "string" && { others: others.trim() }),
    };
  });
}

/** The answers given so far that would be accepted. */
export function validAnswers(screen: QuestionScreen, values: AnswerValues): Answer[] {
  const issues = answerSchema(screen).safeParse(values).error?.issues ?? [];
  const invalid = new Set(issues.map(({ path }) => String(path[0])));
  return answersOf(screen, values).filter(
    ({ questionid, answer }) =>
      answer.length > 0 && !invalid.has(questionid) && !invalid.has(othersFieldName(questionid)),
  );
}

/** Whether the question takes free text, not only choices. */
export const acceptsFreeText = ({ answertype, answerlist }: Question): boolean =>
  answertype === "text" || answerlist.some((option) => option.asksothers);

/** The free text in these answers, for emergency detection. */
export function freeTextOf(screen: QuestionScreen, answers: readonly Answer[]): string {
  const texts = new Set(screen.questions.flatMap(({ id, answertype }) => (answertype === "text" ? [id] : [])));
  return answers
    .flatMap(({ questionid, answer, others }) => [texts.has(questionid) ? answer : "", others ?? ""])
    .join("\n");
}

/** The field a server validation issue is about: `answers.1.others` is the free text of the second question. */
export function fieldOfIssuePath(screen: QuestionScreen, path: string): string | undefined {
  const [list, index, part] = path.split(".");
  const question = list === "answers" ? askedQuestions(screen)[Number(index)] : undefined;
  if (!question) return undefined;
  return part === "others" ? othersFieldName(question.id) : question.id;
}

/** Validates a screen before it is sent; the server validates again. */
export function answerSchema(screen: QuestionScreen): z.ZodMiniType<AnswerValues, AnswerValues> {
  const shape = Object.fromEntries(
    askedQuestions(screen).flatMap((question) => [
      [question.id, valueSchema(question)],
      [
        othersFieldName(question.id),
        z.optional(z.string().check(z.maxLength(500, "Please use 500 characters or fewer."))),
      ],
    ]),
  );
  return z.object(shape).check((context) => {
    for (const question of askedQuestions(screen)) {
      const name = othersFieldName(question.id);
      const freeText = context.value[name];
      if (!asksForOthers(question, context.value[question.id] as string | string[])) continue;
      if (typeof freeText === "string" && freeText.trim() !== "") continue;
      context.issues.push({ code: "custom", path: [name], message: emptyText, input: freeText });
    }
  }) as unknown as z.ZodMiniType<AnswerValues, AnswerValues>;
}

function valueSchema(question: Question) {
  const required = requiredSchema(question);
  return question.allowempty ? z.optional(required) : required;
}

function requiredSchema(question: Question) {
  switch (question.answertype) {
    case "array": {
      const none = question.answerlist.find((option) => option.exclusive);
      const missing = none ? `Please choose all that apply, or “${none.name}”.` : "Please choose at least one.";
      return z.array(z.string(), missing).check(z.minLength(question.allowempty ? 0 : 1, missing));
    }
    case "number":
      return numberSchema(question);
    case "date":
      return Day;
    case "text":
    case "others":
      return z
        .string(emptyText)
        .check(z.trim(), z.minLength(1, emptyText), z.maxLength(2000, "Please use 2000 characters or fewer."));
    case "scale":
      return z.string("Please choose one.").check(z.regex(/^[0-4]$/, "Please choose how much."));
    case "single":
    case "nothing":
      return z.string("Please choose one.").check(z.minLength(1, "Please choose one."));
  }
}

/** A height is typed in feet and inches and kept in inches. */
const feetAndInches = (inches: number) => `${Math.floor(inches / 12)} feet ${inches % 12} inches`;

function numberSchema({ min = 0, max = 9999, unit }: Question) {
  const message =
    unit === "inches"
      ? `Please enter a height from ${feetAndInches(min)} to ${feetAndInches(max)}.`
      : `Please enter a number from ${min} to ${max}.`;
  return z.string(message).check(
    z.trim(),
    z.refine((text) => /^\d{1,4}(?:\.\d)?$/.test(text) && Number(text) >= min && Number(text) <= max, message),
  );
}
