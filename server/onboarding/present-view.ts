import type * as z from "zod/mini";
import type { Content } from "#content/load.ts";
import type { StepView } from "#contract/onboarding.ts";
import type { QuestionScreen } from "#contract/questions.ts";
import { fixedDoctor } from "#server/care/public.ts";
import type { InProgress } from "./in-progress.ts";
import { screensOf } from "./present-screens.ts";
import { asksQuestions, checkoutStep, finishStep, kindOf } from "./steps.ts";
import { neighbours } from "./walk.ts";

type View = z.output<typeof StepView>;

/** One step, ready to show, with what was answered before. */
export function presentView(content: Content, { visit, at }: InProgress, step: number): View {
  const screens = screensAt(step, { visit, at });
  const { kind, title, description } = kindOf(step);
  const section = content.questionnaire.sections.find((each) => each.step === step);
  const said = section ? section.description : description;
  const { previous, next } = neighbours(at.walk, step);
  return {
    step,
    kind,
    title: section?.title ?? title,
    ...(said === undefined ? {} : { description: said }),
    progress: progressAt({ visit, at }, step),
    previousstep: previous,
    nextstep: next,
    contentversion: content.questionnaire.version,
    screens,
    currentscreen: screens.find((screen) => !screen.complete)?.id ?? null,
    chosen: visit.choices.map(({ productid, pricingid }) => ({ productid, pricingid })),
    consents: step === checkoutStep || step === finishStep ? checkoutConsents(content).map(presentConsent) : [],
    doctor: asksQuestions(step) || step <= 2 ? null : fixedDoctor(content),
  };
}

type Consent = Content["consents"][number];

/** The consents asked at checkout, in their order. */
export const checkoutConsents = (content: Pick<Content, "consents">): Consent[] =>
  content.consents.filter((consent) => consent.at === "checkout");

const presentConsent = ({ id, version, label, text, required }: Consent) => ({ id, version, label, text, required });

/** The screens of a step that are open for her, with her answers. */
const screensAt = (step: number, { visit, at }: InProgress): QuestionScreen[] =>
  screensOf(
    at.open.filter(({ screen }) => screen.step === step),
    visit.answers,
  );

/** How far the step is, 0–1: screens of questions count one each, every other step as one screen. */
function progressAt({ visit, at }: InProgress, step: number): number {
  const screensIn = (each: number) => screensAt(each, { visit, at });
  const weight = (each: number) => (asksQuestions(each) ? Math.max(1, screensIn(each).length) : 1);
  const { open } = at.walk;
  const place = open.indexOf(step);
  const before = open.slice(0, Math.max(0, place)).reduce((sum, each) => sum + weight(each), 0);
  const within = asksQuestions(step) ? screensIn(step).filter(({ complete }) => complete).length : 0;
  const total = open.reduce((sum, each) => sum + weight(each), 0);
  return Math.round((Math.min(before + within, total) / total) * 1000) / 1000;
}
