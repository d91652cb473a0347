import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "../assess.ts";
import type { Visit, VisitRecord } from "../visit.ts";
import { answerOrigins, loadVisit } from "../visit-queries.ts";
import { asAnswered, healthScreens } from "./present-health.ts";
import { type HealthVersion, insertVersion, versionsOf } from "./version-queries.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Keeps her answers as they stand as a version, dated by the latest of them. */
export async function keepVersion(parts: Parts, visit: Visit, version: number): Promise<void> {
  const { content, db } = parts;
  const { patientId } = visit.record;
  const { open } = assess(content, visit, clinicDay(parts));
  const given = [...(await answerOrigins(db, patientId)).values()].map(({ at }) => at.getTime());
  await insertVersion(
    parts,
    patientId,
    {
      version,
      contentVersion: content.questionnaire.version,
      answeredAt: given.length > 0 ? new Date(Math.max(...given)) : parts.clock.now(),
    },
    asAnswered(healthScreens(content, open, visit.answers)),
  );
}

/** The first version: her answers at the end of the visit. */
export const keepFirstVersion = async (parts: Parts, record: VisitRecord): Promise<void> =>
  keepVersion(parts, await loadVisit(parts, record), 1);

/** The versions of a finished visit, newest first. One finished before versions were kept gets its first one now. */
export async function herVersions(parts: Parts, record: VisitRecord): Promise<HealthVersion[]> {
  const versions = await versionsOf(parts.db, record.patientId);
  if (versions.length > 0) return versions;
  await keepFirstVersion(parts, record);
  return versionsOf(parts.db, record.patientId);
}
