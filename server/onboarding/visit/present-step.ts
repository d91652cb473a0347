import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { QuestionScreen } from "#contract/onboarding/questions.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { visitDoctor } from "#server/doctors/public.ts";
import { toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import type { VisitInProgress } from "../flow/in-progress.ts";
import { asksQuestions, checkoutStep, finishStep, stepKind, adjacentSteps } from "../flow/steps.ts";
import { presentChosenPlan } from "../options/chosen-plan.ts";
import { visitCompletion } from "../progress/completion.ts";
import { presentQuestionScreens } from "../questions/present-screens.ts";
import { noticeQuestions } from "../screening/answer-notices.ts";
import { quickAnswers } from "../screening/quick-answers.ts";

type View = z.output<typeof StepView>;

/** One step, ready to show, with the answers given so far. */
export async function presentStepView(
  services: Pick<Services, "db" | "content" | "clock">,
  { visit, assessment }: VisitInProgress,
  step: number,
): Promise<View> {
  const { content } = services;
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
    ...visitCompletion(content, { visit, assessment }, step),
    previousstep: previous,
    nextstep: next,
    contentversion: content.questionnaire.version,
    screens,
    noticequestions: noticeQuestions(content, assessment.open, step),
    quickanswers: quickAnswers(content, assessment, step, visit.choices),
    currentscreen: screens.find((screen) => !screen.complete)?.id ?? null,
    chosen: visit.choices.map(({ productid, pricingid }) => ({ productid, pricingid })),
    plan: beforeTreatment(step) ? null : presentChosenPlan(content, visit.choices),
    consents: step === checkoutStep || step === finishStep ? checkoutConsents(content).map(presentConsent) : [],
    doctor: beforeTreatment(step) ? null : await visitDoctor(services),
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
