import { evaluateCondition, referencesOf } from "#content/logic/conditions.ts";
import type { Content } from "#content/loader/load.ts";
import { clinicToday } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./visit/assess.ts";
import { findVisitRecord } from "./visit/record-queries.ts";
import { loadVisit } from "./visit/visit-queries.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * What belongs together for a patient by the answers of now: a progestogen beside estrogen where there is a uterus. What nobody asked is
 * taken for the answer that asks for more.
 */
export async function combinationRequirementsOf(services: Deps, patientId: string): Promise<Content["requirements"]> {
  const { content } = services;
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return content.requirements;
  const { known } = assess(content, await loadVisit(services, record), clinicToday(services));
  return content.requirements.filter(
    ({ when }) =>
      evaluateCondition(when, known) || referencesOf(when).questions.some((id) => known.answers[id] === undefined),
  );
}
