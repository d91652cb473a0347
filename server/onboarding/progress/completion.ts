import type { Content } from "#content/loader/load.ts";
import { questionsOf } from "#content/logic/visit-questions.ts";
import type { VisitInProgress } from "../flow/in-progress.ts";
import { asksQuestions, flowStepOrder, withRevealAfterQuestions } from "../flow/steps.ts";

/*
 * How far the patient is and how long the rest takes, both from the same seconds. All screens the flow may ask are counted, open for this patient or
 * not, so that steps opening or closing on the way never lower the progress, and the minutes left never grow.
 */

/** Words read per minute. Adults read 238 silently (Brysbaert 2019, doi 10.1016/j.jml.2019.104047); our patients are tired. */
const wordsPerMinute = 200;
const secondsPerChoice = 2;
const secondsPerText = 10;
/** Of a list of symptoms all are read, and about a quarter are chosen and then rated. */
const chosenShare = 0.25;
/** A clarification, and a choice to be made again, are asked of few, so each counts for a fifth of its time. */
const askedOfFewShare = 0.2;
/** Steps without questions: state and birthday, treatment, add-ons, social security number, two photos, review, checkout, payment. */
const secondsOfSteps: Readonly<Record<number, number>> = { 1.5: 20, 3: 60, 4: 20, 5: 20, 6: 90 };
const secondsOfOtherSteps = 5;

interface Completion {
  /** 0–1 over the whole visit. */
  readonly progress: number;
  /** Whole minutes until the visit is done, at least 1. */
  readonly minutesleft: number;
}

/** Where the patient is at `step`. */
export function visitCompletion(content: Content, { visit, assessment }: VisitInProgress, step: number): Completion {
  const { variant } = assessment.flow;
  const slots = slotsOf(flowStepOrder(assessment.flow));
  const position = assessment.mustChooseAgain ? slots.lastIndexOf(step) : slots.indexOf(step);
  const sum = (steps: readonly number[]) =>
    steps.reduce(
      (total, each, index) =>
        total + secondsOfStep(content, variant, each) * (steps.indexOf(each) < index ? askedOfFewShare : 1),
      0,
    );
  const done = sum(slots.slice(0, Math.max(0, position))) + (asksQuestions(step) ? answeredSeconds() : 0);
  const total = sum(slots);
  return {
    progress: Math.round((done / total) * 1000) / 1000,
    minutesleft: Math.max(1, Math.round((total - done) / 60)),
  };

  /** The time of the step's screens before its first open question. */
  function answeredSeconds(): number {
    const screens = screensOfStep(content, variant, step);
    const next = assessment.open.find(
      ({ screen, question }) =>
        screen.step === step && question.answertype !== "nothing" && !(question.id in visit.answers),
    );
    const answered = next
      ? screens.slice(
          0,
          Math.max(
            0,
            screens.findIndex(({ id }) => id === next.screen.id),
          ),
        )
      : screens;
    return answered.reduce((seconds, screen) => seconds + screen.seconds, 0);
  }
}

/** The steps in their order, with the reveal twice where it comes before the questions, because a choice may be made again after them. */
const slotsOf = (order: readonly number[]): readonly number[] =>
  order.indexOf(3) < order.indexOf(2)
    ? [...order.slice(0, order.indexOf(3) + 1), ...withRevealAfterQuestions(order).slice(order.indexOf(3))]
    : order;

function secondsOfStep(content: Content, variant: string, step: number): number {
  if (!asksQuestions(step)) return secondsOfSteps[step] ?? secondsOfOtherSteps;
  const seconds = screensOfStep(content, variant, step).reduce((total, screen) => total + screen.seconds, 0);
  return Math.max(secondsOfOtherSteps, seconds);
}

type FlowQuestions = ReturnType<typeof questionsOf>;

interface TimedScreen {
  readonly id: string;
  readonly seconds: number;
}

/** The questions of a flow do not change once they are read, so neither does the time they take. */
const timedFlows = new WeakMap<FlowQuestions, ReadonlyMap<number, readonly TimedScreen[]>>();

/** The step's screens in their order, each with the seconds it takes. */
function screensOfStep(content: Content, variant: string, step: number): readonly TimedScreen[] {
  const questions = questionsOf(content, variant);
  const timed = timedFlows.get(questions) ?? timeScreens(questions);
  timedFlows.set(questions, timed);
  return timed.get(step) ?? [];
}

function timeScreens(questions: FlowQuestions): ReadonlyMap<number, readonly TimedScreen[]> {
  const screens = [...Map.groupBy(questions, ({ screen }) => screen)].map(([{ id, step }, members]) => {
    const seconds = members.reduce((total, { question }) => total + secondsOf(question), 0);
    return { id, step, seconds: seconds * (step > 3 ? askedOfFewShare : 1) };
  });
  return Map.groupBy(screens, ({ step }) => step);
}

type Question = Content["questionnaire"]["questions"][number];

/**
 * Of a single choice, options are read until one fits: half of them. Those of a scale are the same for each, so they aren't read again; an option's
 * description is read only by those it may fit.
 */
function secondsOf({ question, description = "", answertype, answerlist }: Question): number {
  const words = wordsIn(question, description);
  const optionWords = wordsIn(...answerlist.map(({ name }) => name));
  if (answertype === "scale") return secondsToRead(words) + 2 * secondsPerChoice * chosenShare;
  const typed = answertype === "text" || answertype === "number" || answertype === "date";
  return (
    secondsToRead(words + (answertype === "single" ? optionWords / 2 : optionWords)) +
    (typed ? secondsPerText : secondsPerChoice)
  );
}

const wordsIn = (...texts: readonly string[]): number => texts.join(" ").split(/\s+/).filter(Boolean).length;
const secondsToRead = (words: number): number => (words / wordsPerMinute) * 60;
