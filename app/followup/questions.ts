import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";

/** How a step is shown; `exit` ends the follow-up. */
export type QuestionView = "nothing" | "choice" | "text" | "symptoms" | "treatmentform" | "exit";

/** The view of a step, by its first question (spec §4). */
export function questionView({ questions }: Pick<FollowupStep, "questions">): QuestionView {
  const [first] = questions;
  if (!first) return "nothing";
  if (first.type === "exitmodal") return "exit";
  if (first.type === "treatmentform") return "treatmentform";
  if (questions.every(isSymptomScale)) return "symptoms";
  return { single: "choice", array: "choice", others: "choice", text: "text", nothing: "nothing" }[
    first.answertype
  ] as QuestionView;
}

/** A symptom with its own scale; side effects are a list to choose from. */
const isSymptomScale = ({ treatmentoption, answertype, answerlist }: FollowupQuestion): boolean =>
  treatmentoption === "symptom" && answertype === "single" && answerlist.length > 0;

/** The follow-up is complete: nothing follows, or this step is the exit modal (spec §4). */
export const isFinalStep = (step: FollowupStep): boolean =>
  step.complete || questionView(step) === "exit" || (step.questions.length === 0 && step.nextstep === -1);

/** The server found no options for the question, so there is nothing to ask. */
export const isSkipped = ({ type, answerlookup, answerlist, allowempty }: FollowupQuestion): boolean =>
  answerlist.length === 0 && (answerlookup !== null || (type === "treatmentform" && allowempty));

/** The question about the preferred form; for a form chosen in the step before, its answer follows automatically. */
export const formPreferenceId = "11";
const notSureAnswer = "unsure";

/** The answers of a step that needs no input from the patient; null if any question has to be asked. */
export function automaticAnswers(step: FollowupStep, before: FollowupStep | null): Answers | null {
  if (isFinalStep(step) || step.questions.length === 0) return null;
  const answers = step.questions.map((question) => automaticAnswer(question, before));
  return answers.every((answer) => answer !== null) ? answers : null;
}

/** The answers sent for a step. */
export type Answers = readonly {
  readonly questionid: string;
  readonly answer: AnswerValue;
  readonly others?: string;
}[];

function automaticAnswer(question: FollowupQuestion, before: FollowupStep | null): Answers[number] | null {
  const { id: questionid } = question;
  if (isSkipped(question)) return { questionid, answer: [] };
  const form = questionid === formPreferenceId ? chosenForm(before) : null;
  if (form === null) return null;
  return { questionid, answer: form === notSureAnswer ? notSureAnswer : "yes" };
}

/** The form chosen in a step that asks for it and has options. */
function chosenForm(step: FollowupStep | null): string | null {
  const form = step?.questions.find(({ type, answerlist }) => type === "treatmentform" && answerlist.length > 0);
  const answer = form?.answer ?? null;
  return (Array.isArray(answer) ? answer[0] : answer) || null;
}

/** The visible questions of a step, given the answers: an inline question is shown once the answer that requires it is given. */
export function visibleQuestions(
  { questions }: Pick<FollowupStep, "questions">,
  answerFor: (questionid: string) => AnswerValue | null | undefined,
): FollowupQuestion[] {
  const [first] = questions;
  return questions.filter((question) => {
    if (isSkipped(question)) return false;
    if (question === first || !first || question.requiredifvalue === null) return true;
    const givenAnswer = answerFor(first.id);
    return Array.isArray(givenAnswer)
      ? givenAnswer.includes(question.requiredifvalue)
      : givenAnswer === question.requiredifvalue;
  });
}

/** `step` with these answers in place of its own. */
export const withAnswers = (step: FollowupStep, answers: Answers): FollowupStep => ({
  ...step,
  questions: step.questions.map((question) => {
    const givenAnswer = answers.find(({ questionid }) => questionid === question.id);
    return givenAnswer ? { ...question, answer: givenAnswer.answer, others: givenAnswer.others ?? null } : question;
  }),
});
