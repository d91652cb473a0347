import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { saveCheckout } from "./checkout/save-checkout.ts";
import { lockUnpaidVisit, requireStep, type VisitInProgress, type Deps } from "./flow/in-progress.ts";
import { requireStepFields, type StepInput } from "./flow/step-fields.ts";
import { asksQuestions } from "./flow/steps.ts";
import type { Visit } from "./flow/visit.ts";
import { requirePriceShown, saveChoice } from "./options/save-choice.ts";
import { advanceVisit } from "./progress/advance-visit.ts";
import { saveAnswers } from "./questions/save-answers.ts";
import { saveDetails } from "./questions/save-details.ts";
import { presentSavedStep, type StepResult } from "./visit/step-result.ts";

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
