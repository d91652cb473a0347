import type * as z from "zod/mini";
import type { StepBody } from "#contract/onboarding/steps.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { asksQuestions, finishStep } from "./steps.ts";

export type StepInput = z.output<typeof StepBody>;

/** The parts of the body a step reads. */
function fieldsOfStep(step: number): readonly (keyof StepInput)[] {
  if (asksQuestions(step)) return ["answers"];
  if (step === 1.5) return ["state", "birthday", "timezone"];
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
