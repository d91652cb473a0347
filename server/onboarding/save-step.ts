import type * as z from "zod/mini";
import type { StepBody } from "#contract/onboarding.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { lockVisitToChange, requireStep, type InProgress, type Parts } from "./in-progress.ts";
import { savedStep, type Saved } from "./reply.ts";
import { saveAnswers } from "./save-answers.ts";
import { saveCheckout } from "./save-checkout.ts";
import { saveChoice } from "./save-choice.ts";
import { saveDetails } from "./save-details.ts";
import { settle } from "./settle.ts";
import { asksQuestions, finishStep } from "./steps.ts";
import type { Visit } from "./visit.ts";

export type Body = z.output<typeof StepBody>;

/** Saves any step but the last, in one transaction under the lock of the visit. */
export function saveStep(parts: Parts, patientId: string, step: number, body: Body): Promise<Saved> {
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const before = await lockVisitToChange(inTx, patientId);
    requireStep(parts.content, before, step);
    requireOwnPart(step, body);
    const visit = await apply(inTx, before, step, body);
    const sent = (body.answers ?? []).map(({ questionid }) => questionid);
    return savedStep(inTx, await settle(inTx, before, visit, step), step, sent);
  });
}

async function apply(parts: TxServices, before: InProgress, step: number, body: Body): Promise<Visit> {
  if (asksQuestions(step)) return saveAnswers(parts, before, step, body.answers ?? []);
  switch (step) {
    case 1.5:
      return saveDetails(parts, before, body);
    case 3:
    case 4:
      return saveChoice(parts, before, step, body.products);
    case 6:
      return saveCheckout(parts, before, body);
    default:
      return before.visit;
  }
}

/** The parts of the body a step reads. */
function partsOf(step: number): readonly (keyof Body)[] {
  if (asksQuestions(step)) return ["answers"];
  if (step === 1.5) return ["state", "birthday"];
  if (step === 3 || step === 4) return ["products"];
  if (step === 6) return ["shippingid", "consents"];
  return step === finishStep ? ["shippingid", "consents", "totalamount"] : [];
}

/** Each step reads its own part and refuses the others. */
export function requireOwnPart(step: number, body: Body): void {
  const own = partsOf(step);
  const foreign = (Object.keys(body) as (keyof Body)[]).filter(
    (name) => body[name] !== undefined && !own.includes(name),
  );
  if (foreign.length === 0) return;
  throw new Refusal("bad_request", {
    fields: foreign.map((path) => ({ path, message: "This does not belong to this step." })),
  });
}
