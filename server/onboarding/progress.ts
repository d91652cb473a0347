import type { Content } from "#content/load.ts";
import { questionsOf } from "#content/visit.ts";
import type { InProgress } from "./in-progress.ts";
import { asksQuestions, orderOf, withRevealAgain } from "./steps.ts";

/**
 * How far the step is, 0–1: each screen of questions counts one, every other step as one screen. All screens the flow may ask are
 * counted, whether they are open for this patient or not: what opens or closes on the way then never takes the patient back.
 */
export function progressAt(content: Content, { visit, at }: InProgress, step: number): number {
  const screensIn = (each: number) => screensOfStep(content, at.flow.variant, each);
  const weight = (each: number) => (asksQuestions(each) ? Math.max(1, screensIn(each).length) : 1);
  const slots = placesOf(orderOf(at.flow));
  const place = at.choosesAgain ? slots.lastIndexOf(step) : slots.indexOf(step);
  const sum = (steps: readonly number[]) => steps.reduce((total, each) => total + weight(each), 0);
  const behind = sum(slots.slice(0, Math.max(0, place))) + (asksQuestions(step) ? doneIn(step) : 0);
  return Math.round((behind / sum(slots)) * 1000) / 1000;

  /** Screens of the step that lie before its first open question. */
  function doneIn(of: number): number {
    const next = at.open.find(
      ({ screen, question }) =>
        screen.step === of && question.answertype !== "nothing" && !(question.id in visit.answers),
    );
    return next ? Math.max(0, screensIn(of).indexOf(next.screen.id)) : screensIn(of).length;
  }
}

/** The steps in their order, the reveal twice where it stands before the questions: after them a choice may be made again. */
const placesOf = (order: readonly number[]): readonly number[] =>
  order.indexOf(3) < order.indexOf(2)
    ? [...order.slice(0, order.indexOf(3) + 1), ...withRevealAgain(order).slice(order.indexOf(3))]
    : order;

const screensOfStep = (content: Content, variant: string, step: number): readonly string[] => [
  ...new Set(questionsOf(content, variant).flatMap(({ screen }) => (screen.step === step ? screen.id : []))),
];
