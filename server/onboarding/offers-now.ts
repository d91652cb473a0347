import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./flow/assess.ts";
import { findVisitRecord } from "./flow/record-queries.ts";
import { loadVisit } from "./flow/visit-queries.ts";
import { stopRuleOf } from "./rules/screening.ts";
import { type TreatmentOption, rankTreatmentOptions } from "./rules/treatment-options.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * Treatments and add-ons that the current answers allow, the best strength of each family, best fit first; none when the visit was stopped.
 */
export async function currentTreatmentOptions(services: Deps, patientId: string): Promise<readonly TreatmentOption[]> {
  const { content, db } = services;
  const record = await findVisitRecord(db, patientId);
  if (!record || record.stopRuleId !== null) return [];
  const { known, hits } = assess(content, await loadVisit(services, record), clinicToday(services));
  if (stopRuleOf(hits)) return [];
  const { products, addons } = rankTreatmentOptions(content, known, null);
  return [...products, ...addons];
}
