import { holds, mentioned } from "#content/conditions.ts";
import type { Content } from "#content/load.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "./assess.ts";
import { findRecord } from "./record-queries.ts";
import { loadVisit } from "./visit-queries.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * What belongs together for a patient by the answers of now: a progestogen beside estrogen where there is a uterus. What nobody asked is
 * taken for the answer that asks for more.
 */
export async function companionsOf(parts: Parts, patientId: string): Promise<Content["requirements"]> {
  const { content } = parts;
  const record = await findRecord(parts.db, patientId);
  if (!record) return content.requirements;
  const { known } = assess(content, await loadVisit(parts, record), clinicDay(parts));
  return content.requirements.filter(
    ({ when }) => holds(when, known) || mentioned(when).questions.some((id) => known.answers[id] === undefined),
  );
}
