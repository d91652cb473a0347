import * as z from "zod/mini";
import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";
import { type Answers, isSkipped, visibleQuestions } from "./questions.ts";
import { textLength } from "#contract/fields/text-length.ts";

/** Form values of a step, by field name. Fields are named by position, because question ids come from the content and may contain dots. */
export type Values = Record<string, string | string[] | undefined>;

/** Spec §5. */
export const emptyAnswerText = "The text field cannot be empty";
const chooseOne = "Please choose one.";

type Step = Pick<FollowupStep, "questions">;

/** Field name of a question's answer. */
export const fieldName = ({ questions }: Step, { id }: Pick<FollowupQuestion, "id">): string =>
  `a${questions.findIndex((question) => question.id === id)}`;
/** Field name of the free text beside a choice. */
export const othersFieldName = (name: string): string => `${name}others`;

const isList = ({ answertype }: FollowupQuestion) => answertype === "array" || answertype === "others";
const emptyAnswer = (question: FollowupQuestion): AnswerValue => (isList(question) ? [] : "");

/** The questions visible with the current form values. */
export const visibleWithValues = (step: Step, values: Values): FollowupQuestion[] =>
  visibleQuestions(step, (id) => values[fieldName(step, { id })]);

/** Field names from top to bottom. */
export const namesOf = (step: Step): string[] =>
  step.questions.flatMap((question) => {
    const name = fieldName(step, question);
    return question.answertype === "others" ? [name, othersFieldName(name)] : [name];
  });

/** Form values from earlier answers. */
export const valuesOf = (step: Step): Values =>
  Object.fromEntries(
    step.questions.flatMap((question) => {
      const name = fieldName(step, question);
      return [
        [name, question.answer ?? emptyAnswer(question)],
        [othersFieldName(name), question.others ?? ""],
      ];
    }),
  );

/** The request body: an answer for every visible question, and an empty one for skipped questions. */
export function answersOf(step: Step, values: Values): Answers {
  const shown = new Set(visibleWithValues(step, values));
  return step.questions.flatMap((question) => {
    if (isSkipped(question)) return [{ questionid: question.id, answer: [] }];
    if (!shown.has(question)) return [];
    const name = fieldName(step, question);
    const value = values[name] ?? emptyAnswer(question);
    const others = values[othersFieldName(name)];
    return [
      {
        questionid: question.id,
        answer: typeof value === "string" ? value.trim() : value,
        ...(typeof others === "string" && others.trim() !== "" && { others: others.trim() }),
      },
    ];
  });
}

/** The field a server validation issue is about: the index in `answers.1.answer` counts the answers as sent. */
export function fieldOfIssue(step: Step, sentAnswers: Answers, path: string): string | undefined {
  const [list, index, part] = path.split(".");
  const answer = list === "answers" ? sentAnswers[Number(index)] : undefined;
  if (!answer) return undefined;
  const name = fieldName(step, { id: answer.questionid });
  return part === "others" ? othersFieldName(name) : name;
}

/** Validates the visible answers before they are sent; the server validates again. */
export const schemaOf = (step: Step): z.ZodMiniType<Values, Values> =>
  z.record(z.string(), z.optional(z.union([z.string(), z.array(z.string())]))).check((context) => {
    for (const question of visibleWithValues(step, context.value)) {
      const name = fieldName(step, question);
      const message = answerError(question, context.value[name], context.value[othersFieldName(name)]);
      if (message) context.issues.push({ code: "custom", message, input: context.value, path: [name] });
    }
  }) as unknown as z.ZodMiniType<Values, Values>;

function answerError(question: FollowupQuestion, value: Values[string], others: Values[string]): string | null {
  const { answertype, allowempty, answerlist } = question;
  if (answertype === "nothing") return null;
  const text = typeof value === "string" ? value.trim() : "";
  if (answertype === "text" && textLength(text) > 2000) return "Please use 2000 characters or fewer.";
  if (typeof others === "string" && textLength(others.trim()) > 500) return "Please use 500 characters or fewer.";
  if (allowempty || (Array.isArray(value) ? value.length > 0 : text !== "")) return null;
  if (answertype === "text") return emptyAnswerText;
  if (answertype === "single") return chooseOne;
  if (answertype === "others" && typeof others === "string" && others.trim() !== "") return null;
  const none = answerlist.find((option) => option.exclusive);
  return none ? `Please choose all that apply, or “${none.name}”.` : "Please choose at least one.";
}
