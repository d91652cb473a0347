import type { Content } from "#content/loader/load.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";

export type Question = Content["followup"]["steps"][number]["questions"][number];
export type Option = Question["answerlist"][number];

/** A step with the questions she is asked in it: a symptom step has one for each symptom. */
export interface Step {
  readonly step: number;
  readonly questions: readonly Question[];
}

/** Her answers as the walk reads them. */
export type Answers = ReadonlyMap<string, { readonly value: AnswerValue }>;

export interface StepProgress {
  /** The steps she has come through, in order, with the one she is at. */
  readonly path: readonly number[];
  /** The step she is at: the first one that is not answered, or the last one of a review that is over. */
  readonly at: number;
  /** Nothing is left to answer. */
  readonly over: boolean;
}

/** The steps of the review for a patient who is asked about these symptoms. */
export const stepsFor = ({ followup, questionnaire }: Content, symptoms: readonly string[]): Step[] =>
  followup.steps.map(({ step, questions }) => ({
    step,
    questions: questions.flatMap((question) =>
      question.treatmentoption === "symptom" ? symptomQuestions(questionnaire, question, symptoms) : [question],
    ),
  }));

const symptomQuestions = (
  { questions, scale }: Content["questionnaire"],
  template: Question,
  symptoms: readonly string[],
): Question[] =>
  symptoms.flatMap((id) => {
    const visitQuestion = questions.find((each) => each.id === id);
    const answerlist = scale.map((name, value) => ({ id: String(value), name, exclusive: false }));
    return visitQuestion ? [{ ...template, id, question: visitQuestion.question, answerlist }] : [];
  });

/** Whether a question of a step is asked at all: a second one only after the answer that calls for it. */
export function isAsked({ questions }: Step, { requiredifvalue }: Question, answers: Answers): boolean {
  const [first] = questions;
  if (requiredifvalue === undefined || !first) return true;
  const value = answers.get(first.id)?.value;
  return Array.isArray(value) ? value.includes(requiredifvalue) : value === requiredifvalue;
}

export const isAnswered = (step: Step, answers: Answers): boolean =>
  step.questions.every((question) => answers.has(question.id) || !isAsked(step, question, answers));

export const isExit = ({ questions }: Step): boolean => questions.some(({ type }) => type === "exitmodal");

/** How many steps she has before her at most, with the one she is `at`. */
export const stepsLeft = (steps: readonly Step[], at: number): number =>
  steps.filter((step) => step.step >= at && !isExit(step)).length;

/** The options an answer chooses. */
export const chosenOptions = ({ answerlist }: Question, value: AnswerValue | undefined): readonly Option[] =>
  answerlist.filter(({ id }) => (Array.isArray(value) ? value.includes(id) : value === id));

/** The step after one; -1 ends the review. An answer may lead somewhere else than in order. */
export function nextStepAfter(step: Step, answers: Answers): number {
  if (isExit(step)) return -1;
  const [jump] = step.questions
    .filter((question) => isAsked(step, question, answers))
    .flatMap((question) => chosenOptions(question, answers.get(question.id)?.value))
    .flatMap(({ next }) => next ?? []);
  return jump ?? step.step + 1;
}

/** Where her answers have brought her; the steps follow each other without a gap, and every jump goes forward. */
export function stepProgress(steps: readonly Step[], answers: Answers): StepProgress {
  const path: number[] = [];
  for (let at = 0; ;) {
    path.push(at);
    const step = steps[at];
    if (!step || isExit(step)) return { path, at, over: true };
    if (!isAnswered(step, answers)) return { path, at, over: false };
    const next = nextStepAfter(step, answers);
    if (next === -1) return { path, at, over: true };
    at = next;
  }
}
