import type * as z from "zod/mini";
import type { StepSaved } from "#contract/onboarding.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { InProgress, Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { presentView } from "./present-view.ts";
import { presentStop } from "./screening.ts";
import type { Settled } from "./settle.ts";
import { toldInAnswers } from "./told-emergency.ts";

export type Saved = z.output<typeof StepSaved>;

/** The answer to a saved step; `sent` are the questions answered with it. */
export async function savedStep(
  parts: Parts | TxServices,
  settled: Settled,
  step: number,
  sent: readonly string[],
): Promise<Saved> {
  const { record, answers } = settled.visit;
  const given = Object.fromEntries(Object.entries(answers).filter(([id]) => sent.includes(id)));
  return {
    onboarding: await presentRecord(parts, record),
    view: presentView(parts.content, settled, step),
    stop: record.stopRuleId === null ? null : presentStop(parts.content, record.stopRuleId),
    interstitial: settled.completed ? interstitialAfter(parts, step) : null,
    emergency: toldInAnswers(parts.content, given)?.emergency ?? null,
    notices: [...settled.notices],
    order: null,
  };
}

/** The answer to the step that paid and finished the visit. */
export async function finishedStep(
  parts: Parts,
  done: InProgress,
  step: number,
  order: Saved["order"],
): Promise<Saved> {
  return {
    onboarding: await presentRecord(parts, done.visit.record),
    view: presentView(parts.content, done, step),
    stop: null,
    interstitial: interstitialAfter(parts, step),
    emergency: null,
    notices: [],
    order,
  };
}

function interstitialAfter({ content }: Pick<Parts, "content">, step: number): Saved["interstitial"] {
  const found = content.interstitials.find(({ aftersteps }) => aftersteps.some((each) => each === step));
  return found ? { type: found.type, messagetype: found.messagetype, title: found.title, text: found.text } : null;
}
