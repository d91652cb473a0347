import type { Content } from "#content/loader/load.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";

export type Question = Content["followup"]["steps"][number]["questions"][number];
export type Option = Question["answerlist"][number];

/** A step with its questions: a symptom step has one for each symptom. */
export interface Step {
  readonly step: number;
  readonly questions: readonly Question[];
}

/** The patient's answers, as far as step progress needs them. */
export type Answers = ReadonlyMap<string, { readonly value: AnswerValue }>;

export interface StepProgress {
  /** The steps the patient has come through, in order, including the current one. */
  readonly path: readonly number[];
  /** The current step: the first unanswered one, or the last one of a complete follow-up. */
  readonly current: number;
  /** Nothing is left to answer. */
  readonly isComplete: boolean;
}

/** The steps of a follow-up that asks about these symptoms. */
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

/** Whether a question of a step is asked: a later one only after the answer that requires it. */
export function isAsked({ questions }: Step, { requiredifvalue }: Question, answers: Answers): boolean {
  const [first] = questions;
  if (requiredifvalue === undefined || !first) return true;
  const value = answers.get(first.id)?.value;
  return Array.isArray(value) ? value.includes(requiredifvalue) : value === requiredifvalue;
}

export const isAnswered = (step: Step, answers: Answers): boolean =>
  step.questions.every((question) => answers.has(question.id) || !isAsked(step, question, answers));

export const isExit = ({ questions }: Step): boolean => questions.some(({ type }) => type === "exitmodal");

/** The most steps the patient still has, including the one they are `at`. */
export const stepsLeft = (steps: readonly Step[], at: number): number =>
  steps.filter((step) => step.step >= at && !isExit(step)).length;

/** The options an answer chooses. */
export const chosenOptions = ({ answerlist }: Question, value: AnswerValue | undefined): readonly Option[] =>
  answerlist.filter(({ id }) => (Array.isArray(value) ? value.includes(id) : value === id));

/** The step after one; -1 ends the follow-up. An answer may jump to another step. */
export function nextStepAfter(step: Step, answers: Answers): number {
  if (isExit(step)) return -1;
  const [jump] = step.questions
    .filter((question) => isAsked(step, question, answers))
    .flatMap((question) => chosenOptions(question, answers.get(question.id)?.value))
    .flatMap(({ next }) => next ?? []);
  return jump ?? step.step + 1;
}

/** Where the answers have led the patient; steps are numbered without gaps, and every jump goes forward. */
export function stepProgress(steps: readonly Step[], answers: Answers): StepProgress {
  const path: number[] = [];
  for (let current = 0; ;) {
    path.push(current);
    const step = steps[current];
    if (!step || isExit(step)) return { path, current, isComplete: true };
    if (!isAnswered(step, answers)) return { path, current, isComplete: false };
    const next = nextStepAfter(step, answers);
    if (next === -1) return { path, current, isComplete: true };
    current = next;
  }
}
