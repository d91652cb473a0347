import type * as z from "zod/mini";
import type { Content } from "#content/load.ts";
import type { StepView } from "#contract/onboarding.ts";
import type { QuestionScreen } from "#contract/questions.ts";
import { fixedDoctor } from "#server/care/public.ts";
import type { InProgress } from "./in-progress.ts";
import { screensOf } from "./present-screens.ts";
import { progressAt } from "./progress.ts";
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
    progress: progressAt(content, { visit, at }, step),
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
