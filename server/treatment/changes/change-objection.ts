import { patientById } from "#server/auth/public.ts";
import { doctorsWithLicenseIn, isLicensed } from "#server/doctors/public.ts";
import { oldestOpenEmergencies } from "#server/emergency/public.ts";
import { contraindicationsFor } from "#server/onboarding/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { sentence, type Words } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import type { DecidableChangeRow, TreatmentChangeRow } from "../snapshot/change-queries.ts";
import { findPricedProduct, shownDays } from "./change-rules.ts";
import { currentAndPendingProducts } from "./current-products.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * Why a patient can't agree to a change now that waits for them, in words for them; null where they can. What was asked when it was made is asked again: the doctor may
 * prescribe it where the patient is today, no emergency is open, and no answer given since speaks against it. The screens show it, and the call refuses by it.
 */
export async function changeObjection(services: Deps, change: TreatmentChangeRow): Promise<Words | null> {
  const { patient_id: patientId, doctor_id: doctorId, to_product_id: productId } = change;
  if (!findPricedProduct(services.content, productId, change.to_pricing_id))
    return sentence("treatment.change_not_offered");
  if ((await oldestOpenEmergencies(services.db, [patientId])).has(patientId))
    return sentence("treatment.suggestion_stopped");
  const { state } = await patientById(services, patientId);
  const doctors = state === null ? [] : await doctorsWithLicenseIn(services, state);
  const today = clinicToday(services);
  if (!doctors.some((doctor) => doctor.id === doctorId && isLicensed(doctor, state ?? "", today)))
    return sentence("treatment.change_other_doctor");
  const concurrent = await currentAndPendingProducts(services, patientId, { subscriptionId: change.subscription_id });
  const objections = await contraindicationsFor(services, patientId, { productId, concurrent });
  const overriddenRules = change.overridden_rules.split(" ");
  if (objections.stop !== null || objections.warnings.some(({ ruleid }) => !overriddenRules.includes(ruleid)))
    return sentence("treatment.change_new_answer");
  return objections.combination;
}

/** What speaks against those of a patient's changes that they could agree to, by the change. */
export async function changeObjections(
  services: Deps,
  rows: readonly DecidableChangeRow[],
): Promise<ReadonlyMap<string, Words>> {
  const since = new Date(services.clock.now().getTime() - shownDays * 86_400_000);
  const open = rows.filter(
    ({ status, is_newest, created_at }) =>
      status === "waiting" || (status === "refused" && is_newest && created_at >= since),
  );
  const found = new Map<string, Words>();
  for (const row of open) {
    const objection = await changeObjection(services, row);
    if (objection !== null) found.set(row.id, objection);
  }
  return found;
}
