import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./visit/assess.ts";
import { type TreatmentOption, rankTreatmentOptions } from "./options/treatment-options.ts";
import { findVisitRecord } from "./visit/record-queries.ts";
import { stopRuleOf } from "./screening/screening.ts";
import { loadVisit } from "./visit/visit-queries.ts";

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
