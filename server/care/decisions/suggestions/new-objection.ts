import { patientById } from "#server/auth/public.ts";
import { latestCase } from "#server/cases/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { agreementObstacle, findPricedProduct, isOpenToAgree, type SuggestionRow } from "#server/treatment/public.ts";
import { findOpenEmergencyWarnings } from "../../chart/open-emergency-warning.ts";
import { requireLicensedDoctor } from "../../matching/assign-doctor.ts";
import { loadBeside, rulesOn } from "./suggestion-target.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets" | "config"> & { readonly db: Database };

/**
 * What speaks against a suggestion now, in a sentence for the patient; null where nothing does. Everything the doctor was asked when it was made is asked
 * again: the case, the license, the answers, what the patient takes. A call asks it under the lock of the patient's orders; a screen shows it.
 */
export async function newObjection(services: Deps, suggestion: SuggestionRow): Promise<Sentence | null> {
  const { content, db } = services;
  const { patient_id: patientId, product_id: productId, pricing_id: pricingId } = suggestion;
  const [latest, patient, emergencies, loaded] = [
    await latestCase(db, patientId),
    await patientById(services, patientId),
    await findOpenEmergencyWarnings(db, patientId),
    await loadBeside(services, patientId, suggestion.order_id ?? undefined),
  ];
  const isOwn = (id: string) => id === productId;
  const beside = { ...loaded, suggested: loaded.suggested.filter((id) => !isOwn(id)) };
  const obstacle = agreementObstacle({
    isStopped: emergencies.length > 0,
    isPlanApproved: latest?.status === "approved",
    isPastDue: patient.failedTransactionReason !== null,
    isTaken: beside.current.some(isOwn),
    isOffered: findPricedProduct(content, productId, pricingId)?.product.prescription === true,
  });
  if (obstacle !== null) return obstacle;
  if (!(await mayPrescribe(services, suggestion))) return sentence("treatment.suggestion_other_doctor");
  const { against, warnings } = await rulesOn(services, patientId, productId, beside);
  const overridden = suggestion.overridden_rules.split(" ");
  const isNew = against !== null || warnings.some(({ ruleid }) => !overridden.includes(ruleid));
  return isNew ? sentence("treatment.change_new_answer") : null;
}

/** What speaks against those of these suggestions that a patient could agree to, by the suggestion. */
export async function suggestionObjections(
  services: Deps,
  rows: readonly SuggestionRow[],
): Promise<ReadonlyMap<string, Sentence>> {
  const found = new Map<string, Sentence>();
  for (const row of rows.filter((each) => isOpenToAgree(each, services.clock.now()))) {
    const objection = await newObjection(services, row);
    if (objection !== null) found.set(row.id, objection);
  }
  return found;
}

/** Whether the doctor who suggested it is licensed in the patient's state today. */
const mayPrescribe = (services: Deps, { patient_id, doctor_id }: SuggestionRow): Promise<boolean> =>
  requireLicensedDoctor({ ...services, ...refusesAny }, patient_id, doctor_id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
