import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import type { QuestionScreen } from "#contract/onboarding/questions.ts";
import { fixedDoctor } from "#server/doctors/public.ts";
import type { VisitInProgress } from "./in-progress.ts";
import { presentChosenPlan } from "../options/chosen-plan.ts";
import { presentQuestionScreens } from "../questions/present-screens.ts";
import {
  asksQuestions,
  checkoutStep,
  finishStep,
  stepKind,
  adjacentSteps,
  flowStepOrder,
  withRevealAfterQuestions,
} from "./steps.ts";
import { questionsOf } from "#content/logic/visit-questions.ts";
import { toText } from "#server/platform/sentences.ts";

/**
 * How far the step is, 0–1: each screen of questions counts one, every other step counts as one screen. All screens the flow may ask are
 * counted, open for this patient or not, so that steps opening or closing on the way never lower the progress.
 */
export function visitCompletion(content: Content, { visit, assessment }: VisitInProgress, step: number): number {
  const screensIn = (each: number) => screensOfStep(content, assessment.flow.variant, each);
  const weight = (each: number) => (asksQuestions(each) ? Math.max(1, screensIn(each).length) : 1);
  const slots = slotsOf(flowStepOrder(assessment.flow));
  const position = assessment.mustChooseAgain ? slots.lastIndexOf(step) : slots.indexOf(step);
  const sum = (steps: readonly number[]) => steps.reduce((total, each) => total + weight(each), 0);
  const completedWeight =
    sum(slots.slice(0, Math.max(0, position))) + (asksQuestions(step) ? answeredScreensIn(step) : 0);
  return Math.round((completedWeight / sum(slots)) * 1000) / 1000;

  /** The number of the step's screens before its first open question. */
  function answeredScreensIn(ofStep: number): number {
    const next = assessment.open.find(
      ({ screen, question }) =>
        screen.step === ofStep && question.answertype !== "nothing" && !(question.id in visit.answers),
    );
    return next ? Math.max(0, screensIn(ofStep).indexOf(next.screen.id)) : screensIn(ofStep).length;
  }
}

/** The steps in their order, with the reveal twice where it comes before the questions, because a choice may be made again after them. */
const slotsOf = (order: readonly number[]): readonly number[] =>
  order.indexOf(3) < order.indexOf(2)
    ? [...order.slice(0, order.indexOf(3) + 1), ...withRevealAfterQuestions(order).slice(order.indexOf(3))]
    : order;

const screensOfStep = (content: Content, variant: string, step: number): readonly string[] => [
  ...new Set(questionsOf(content, variant).flatMap(({ screen }) => (screen.step === step ? screen.id : []))),
];

type View = z.output<typeof StepView>;

/** One step, ready to show, with the answers given so far. */
export function presentStepView(content: Content, { visit, assessment }: VisitInProgress, step: number): View {
  const screens = openScreensOfStep(step, { visit, assessment });
  const { kind, title, description } = stepKind(step);
  const section = content.questionnaire.sections.find((each) => each.step === step);
  const stepDescription = section ? section.description : description && toText(content, description);
  const { previous, next } = adjacentSteps(assessment.stepProgress, step);
  return {
    step,
    kind,
    title: section?.title ?? toText(content, title),
    ...(stepDescription === undefined ? {} : { description: stepDescription }),
    progress: visitCompletion(content, { visit, assessment }, step),
    previousstep: previous,
    nextstep: next,
    contentversion: content.questionnaire.version,
    screens,
    currentscreen: screens.find((screen) => !screen.complete)?.id ?? null,
    chosen: visit.choices.map(({ productid, pricingid }) => ({ productid, pricingid })),
    plan: beforeTreatment(step) ? null : presentChosenPlan(content, visit.choices),
    consents: step === checkoutStep || step === finishStep ? checkoutConsents(content).map(presentConsent) : [],
    doctor: beforeTreatment(step) ? null : fixedDoctor(content),
  };
}

/** Steps at which neither a doctor nor a plan is shown. */
const beforeTreatment = (step: number): boolean => asksQuestions(step) || step <= 2;

type Consent = Content["consents"][number];

/** The consents asked at checkout, in their order. */
export const checkoutConsents = (content: Pick<Content, "consents">): Consent[] =>
  content.consents.filter((consent) => consent.at === "checkout");

const presentConsent = ({ id, version, label, text, required }: Consent) => ({ id, version, label, text, required });

/** The screens of a step that are open for the patient, with their answers. */
const openScreensOfStep = (step: number, { visit, assessment }: VisitInProgress): QuestionScreen[] =>
  presentQuestionScreens(
    assessment.open.filter(({ screen }) => screen.step === step),
    visit.answers,
  );
