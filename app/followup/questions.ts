import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import type { AnswerValue } from "#contract/questions.ts";

/** How a step is shown; `exit` ends the review. */
export type View = "nothing" | "choice" | "text" | "symptoms" | "treatmentform" | "exit";

/** Picks the view of a step by its question (spec §4). */
export function viewOf({ questions }: Pick<FollowupStep, "questions">): View {
  const [first] = questions;
  if (!first) return "nothing";
  if (first.type === "exitmodal") return "exit";
  if (first.type === "treatmentform") return "treatmentform";
  if (questions.every(isSymptom)) return "symptoms";
  return { single: "choice", array: "choice", others: "choice", text: "text", nothing: "nothing" }[
    first.answertype
  ] as View;
}

/** A symptom on its own scale; side effects are a list to choose from. */
const isSymptom = ({ treatmentoption, answertype, answerlist }: FollowupQuestion): boolean =>
  treatmentoption === "symptom" && answertype === "single" && answerlist.length > 0;

/** The review is over: nothing comes after, or what comes is the exit modal (spec §4). */
export const isOver = (step: FollowupStep): boolean =>
  step.complete || viewOf(step) === "exit" || (step.questions.length === 0 && step.nextstep === -1);

/** A question whose list the server found nothing for: there is nothing to ask. */
export const isUnasked = ({ type, answerlookup, answerlist, allowempty }: FollowupQuestion): boolean =>
  answerlist.length === 0 && (answerlookup !== null || (type === "treatmentform" && allowempty));

/** Where she said which form she would like; the question after it asks whether she would like a change. */
export const wishId = "11";
const unsure = "unsure";

/** What a step's answers are without asking her, when all of it needs no asking; null when she has to be asked. */
export function answeredByItself(step: FollowupStep, before: FollowupStep | null): Answers | null {
  if (isOver(step) || step.questions.length === 0) return null;
  const answers = step.questions.map((question) => answerByItself(question, before));
  return answers.every((answer) => answer !== null) ? answers : null;
}

/** What is sent for the questions of a step. */
export type Answers = readonly {
  readonly questionid: string;
  readonly answer: AnswerValue;
  readonly others?: string;
}[];

function answerByItself(question: FollowupQuestion, before: FollowupStep | null): Answers[number] | null {
  const { id: questionid } = question;
  if (isUnasked(question)) return { questionid, answer: [] };
  const form = questionid === wishId ? formIn(before) : null;
  if (form === null) return null;
  return { questionid, answer: form === unsure ? unsure : "yes" };
}

/** The form she chose in a step that asks for it and had any to choose from. */
function formIn(step: FollowupStep | null): string | null {
  const form = step?.questions.find(({ type, answerlist }) => type === "treatmentform" && answerlist.length > 0);
  const answer = form?.answer ?? null;
  return (Array.isArray(answer) ? answer[0] : answer) || null;
}

/** The questions of a step she is to see, with the answers she has given or is giving: an inline one waits for the answer that calls for it. */
export function questionsShown(
  { questions }: Pick<FollowupStep, "questions">,
  answerTo: (questionid: string) => AnswerValue | null | undefined,
): FollowupQuestion[] {
  const [first] = questions;
  return questions.filter((question) => {
    if (isUnasked(question)) return false;
    if (question === first || !first || question.requiredifvalue === null) return true;
    const given = answerTo(first.id);
    return Array.isArray(given) ? given.includes(question.requiredifvalue) : given === question.requiredifvalue;
  });
}

/** `step` with answers in place of those it came with. */
export const withAnswers = (step: FollowupStep, answers: Answers): FollowupStep => ({
  ...step,
  questions: step.questions.map((question) => {
    const given = answers.find(({ questionid }) => questionid === question.id);
    return given ? { ...question, answer: given.answer, others: given.others ?? null } : question;
  }),
});
