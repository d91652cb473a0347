import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./assess.ts";
import { type Offer, offersFor } from "./offer.ts";
import { findRecord } from "./record-queries.ts";
import { stopOf } from "./screening.ts";
import { loadVisit } from "./visit-queries.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Treatments and add-ons her answers of now allow, of each family the best strength, best fit first; none where her visit was stopped. */
export async function offersNow(parts: Parts, patientId: string): Promise<readonly Offer[]> {
  const { content, db } = parts;
  const record = await findRecord(db, patientId);
  if (!record || record.stopRuleId !== null) return [];
  const { known, hits } = assess(content, await loadVisit(parts, record), clinicDay(parts));
  if (stopOf(hits)) return [];
  const { products, addons } = offersFor(content, known, null);
  return [...products, ...addons];
}
