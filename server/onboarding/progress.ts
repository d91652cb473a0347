import type { Content } from "#content/loader/load.ts";
import { questionsOf } from "#content/logic/visit-questions.ts";
import type { VisitInProgress } from "./visit/in-progress.ts";
import { asksQuestions, flowStepOrder, withRevealAfterQuestions } from "./visit/steps.ts";

/**
 * How far the step is, 0–1: each screen of questions counts one, every other step as one screen. All screens the flow may ask are
 * counted, whether they are open for this patient or not: what opens or closes on the way then never takes the patient back.
 */
export function visitCompletion(content: Content, { visit, at: assessment }: VisitInProgress, step: number): number {
  const screensIn = (each: number) => screensOfStep(content, assessment.flow.variant, each);
  const weight = (each: number) => (asksQuestions(each) ? Math.max(1, screensIn(each).length) : 1);
  const slots = slotsOf(flowStepOrder(assessment.flow));
  const position = assessment.choosesAgain ? slots.lastIndexOf(step) : slots.indexOf(step);
  const sum = (steps: readonly number[]) => steps.reduce((total, each) => total + weight(each), 0);
  const completedWeight =
    sum(slots.slice(0, Math.max(0, position))) + (asksQuestions(step) ? answeredScreensIn(step) : 0);
  return Math.round((completedWeight / sum(slots)) * 1000) / 1000;

  /** Screens of the step that lie before its first open question. */
  function answeredScreensIn(ofStep: number): number {
    const next = assessment.open.find(
      ({ screen, question }) =>
        screen.step === ofStep && question.answertype !== "nothing" && !(question.id in visit.answers),
    );
    return next ? Math.max(0, screensIn(ofStep).indexOf(next.screen.id)) : screensIn(ofStep).length;
  }
}

/** The steps in their order, the reveal twice where it stands before the questions: after them a choice may be made again. */
const slotsOf = (order: readonly number[]): readonly number[] =>
  order.indexOf(3) < order.indexOf(2)
    ? [...order.slice(0, order.indexOf(3) + 1), ...withRevealAfterQuestions(order).slice(order.indexOf(3))]
    : order;

const screensOfStep = (content: Content, variant: string, step: number): readonly string[] => [
  ...new Set(questionsOf(content, variant).flatMap(({ screen }) => (screen.step === step ? screen.id : []))),
];
