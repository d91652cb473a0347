import type * as z from "zod/mini";
import type { StepResult } from "#contract/onboarding/steps.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { VisitInProgress, Deps } from "../flow/in-progress.ts";
import type { AdvancedVisit } from "../progress/advance-visit.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";
import { presentStop } from "../rules/screening.ts";
import { emergencyInAnswers } from "../screening/emergencies-in-answers.ts";
import { presentStepView } from "./present-step.ts";

export type StepResult = z.output<typeof StepResult>;

/** The answer to a saved step; `sent` are the ids of the questions answered with it. */
export async function presentSavedStep(
  services: Deps | TxServices,
  advanced: AdvancedVisit,
  step: number,
  sent: readonly string[],
): Promise<StepResult> {
  const { record, answers } = advanced.visit;
  const sentAnswers = Object.fromEntries(Object.entries(answers).filter(([id]) => sent.includes(id)));
  return {
    onboarding: await presentVisitRecord(services, record),
    view: await presentStepView(services, advanced, step),
    stop: record.stopRuleId === null ? null : presentStop(services.content, record.stopRuleId),
    interstitial: advanced.completed ? interstitialAfter(services, step) : null,
    emergency: emergencyInAnswers(services.content, sentAnswers)?.emergency ?? null,
    notices: [...advanced.notices],
    order: null,
  };
}

/** The answer to the step that paid and finished the visit. */
export async function presentFinishedStep(
  services: Deps,
  finished: VisitInProgress,
  step: number,
  order: StepResult["order"],
): Promise<StepResult> {
  return {
    onboarding: await presentVisitRecord(services, finished.visit.record),
    view: await presentStepView(services, finished, step),
    stop: null,
    interstitial: interstitialAfter(services, step),
    emergency: null,
    notices: [],
    order,
  };
}

function interstitialAfter({ content }: Pick<Deps, "content">, step: number): StepResult["interstitial"] {
  const found = content.interstitials.find(({ aftersteps }) => aftersteps.some((each) => each === step));
  return found ? { type: found.type, messagetype: found.messagetype, title: found.title, text: found.text } : null;
}
