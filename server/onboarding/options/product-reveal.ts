import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { presentProduct } from "#server/catalogue/public.ts";
import { visitDoctor } from "#server/doctors/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { lockUnpaidVisit, requireStep, loadVisitInProgress, type Deps } from "../flow/in-progress.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import { rankTreatmentOptions, type TreatmentOption } from "../rules/treatment-options.ts";
import { suggestedAddons, suggestedPlan } from "./suggestions.ts";

/** A product as offered to the patient, money in dollars. */
const presentTreatmentOption = (
  content: Content,
  { product, fit, reasons, needs, replaces, doctorSays }: TreatmentOption,
): z.output<typeof CatalogueProduct> => ({
  ...presentProduct(content, product),
  fit,
  reasons: [...reasons],
  ...(doctorSays !== null && { doctorsays: doctorSays }),
  ...(needs.length > 0 && { requiresoneof: [...needs] }),
  ...(replaces.length > 0 && { replaces: [...replaces] }),
});

const revealStep = 3;

/** What the patient's answers allow, best fit first; a requested form takes precedence over the one chosen earlier. */
export async function productReveal(
  services: Deps & Refuses<StepErrorCode>,
  patientId: string,
  requestedForm: string | undefined,
) {
  const { content } = services;
  const form = requestedForm === undefined ? undefined : requireKnownForm(services, requestedForm);
  const progress = await loadVisitInProgress(services, patientId);
  requireStep(services, progress, revealStep);
  const treatmentform = form ?? progress.visit.record.treatmentForm;
  const options = rankTreatmentOptions(content, progress.assessment.known, treatmentform);
  const { products, addons, contraindicated } = options;
  return {
    treatmentform,
    wishes: wishesOf(content, progress.visit.answers),
    products: products.map((option) => presentTreatmentOption(content, option)),
    addons: addons.map((option) => presentTreatmentOption(content, option)),
    suggestedplan: suggestedPlan(options),
    suggestedaddons: suggestedAddons(options),
    excluded: contraindicated.map(({ name, reason }) => ({ name, reason })),
    forms: content.catalogue.forms
      .filter(({ id }) => products.some(({ product }) => product.form === id))
      .map(({ id, name }) => ({ id, name })),
    doctor: await visitDoctor(services),
  };
}

/** Saves the form of treatment the patient prefers. */
export function updateTreatmentForm(
  services: Deps & Refuses<StepErrorCode | "payment_pending">,
  patientId: string,
  requestedForm: string,
) {
  const form = requireKnownForm(services, requestedForm);
  return inTransaction(services, async (tx) => {
    const progress = await lockUnpaidVisit(tx, patientId);
    requireStep(services, progress, revealStep);
    await updateVisitRecord(tx.db, patientId, { treatment_form: form }, services.clock.now());
    return presentVisitRecord(tx, { ...progress.visit.record, treatmentForm: form });
  });
}

function requireKnownForm({ content }: Deps, form: string): string {
  if (content.catalogue.forms.some(({ id }) => id === form)) return form;
  throw new Refusal("bad_request", {
    fields: [{ path: "treatmentform", message: sentence("onboarding.choose_form") }],
  });
}

/** What the patient asked for, in the order of the question; what was written stands as it was written. */
function wishesOf({ questionnaire }: Pick<Content, "questionnaire">, answers: GivenAnswers): string[] {
  const question = questionnaire.questions.find(({ id }) => id === questionnaire.wishes);
  const given = answers[questionnaire.wishes];
  if (!question || !given) return [];
  return question.answerlist
    .filter(({ id }) => [given.value].flat().includes(id))
    .map(({ name, asksothers }) => (asksothers && given.others !== null ? given.others : name));
}
