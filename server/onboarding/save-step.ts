import type * as z from "zod/mini";
import type { StepBody } from "#contract/onboarding/steps.ts";
import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { lockUnpaidVisit, requireStep, type VisitInProgress, type Deps } from "./visit/in-progress.ts";
import { presentSavedStep, type StepResult } from "./visit/step-result.ts";
import { saveAnswers } from "./questions/save-answers.ts";
import { saveCheckout } from "./checkout/save-checkout.ts";
import { requirePriceShown, saveChoice } from "./options/save-choice.ts";
import { saveDetails } from "./questions/save-details.ts";
import { advanceVisit } from "./visit/advance-visit.ts";
import { asksQuestions, finishStep } from "./visit/steps.ts";
import type { Visit } from "./visit/visit.ts";

export type StepInput = z.output<typeof StepBody>;

/** Saves any step but the last, in one transaction under the lock of the visit. */
export function saveStep(
  services: Deps & Refuses<StepErrorCode | "no_shipping_address" | "payment_pending" | "price_changed">,
  patientId: string,
  step: number,
  body: StepInput,
): Promise<StepResult> {
  return inTransaction(services, async (tx) => {
    const before = await lockUnpaidVisit(tx, patientId);
    requireStep(services, before, step);
    requireStepFields(step, body);
    const visit = await applyStep(tx, before, step, body);
    const sent = (body.answers ?? []).map(({ questionid }) => questionid);
    return presentSavedStep(tx, await advanceVisit(tx, before, visit, step), step, sent);
  });
}

async function applyStep(
  services: TxServices & Refuses<"no_shipping_address" | "not_available_in_state" | "price_changed">,
  before: VisitInProgress,
  step: number,
  body: StepInput,
): Promise<Visit> {
  if (asksQuestions(step)) return saveAnswers(services, before, step, body.answers ?? []);
  switch (step) {
    case 1.5:
      return saveDetails(services, before, body);
    case 3:
    case 4:
      requirePriceShown(services, body);
      return saveChoice(services, before, step, body.products);
    case 6:
      return saveCheckout(services, before, body);
    default:
      return before.visit;
  }
}

/** The parts of the body a step reads. */
function fieldsOfStep(step: number): readonly (keyof StepInput)[] {
  if (asksQuestions(step)) return ["answers"];
  if (step === 1.5) return ["state", "birthday"];
  if (step === 3 || step === 4) return ["products", "totalamount"];
  if (step === 6) return ["shippingid", "consents"];
  return step === finishStep ? ["shippingid", "consents", "totalamount"] : [];
}

/** Each step reads its own parts and refuses the others. */
export function requireStepFields(step: number, body: StepInput): void {
  const allowedFields = fieldsOfStep(step);
  const foreignFields = (Object.keys(body) as (keyof StepInput)[]).filter(
    (name) => body[name] !== undefined && !allowedFields.includes(name),
  );
  if (foreignFields.length === 0) return;
  throw new Refusal("bad_request", {
    fields: foreignFields.map((path) => ({ path, message: sentence("onboarding.field_of_other_step") })),
  });
}
