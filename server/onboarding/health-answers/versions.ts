import { clinicToday } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "../visit/assess.ts";
import type { Visit, VisitRecord } from "../visit/visit.ts";
import { answerOrigins, loadVisit } from "../visit/visit-queries.ts";
import { answeredScreens, healthScreens } from "../health/present-health.ts";
import { type HealthVersion, insertHealthVersion, findHealthVersions } from "../health/version-queries.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Keeps her answers as they stand as a version, dated by the latest of them. */
export async function saveHealthVersion(services: Deps, visit: Visit, version: number): Promise<void> {
  const { content, db } = services;
  const { patientId } = visit.record;
  const { open } = assess(content, visit, clinicToday(services));
  const answerTimes = [...(await answerOrigins(db, patientId)).values()].map(({ at }) => at.getTime());
  await insertHealthVersion(
    services,
    patientId,
    {
      version,
      contentVersion: content.questionnaire.version,
      answeredAt: answerTimes.length > 0 ? new Date(Math.max(...answerTimes)) : services.clock.now(),
    },
    answeredScreens(healthScreens(content, open, visit.answers)),
  );
}

/** The first version: her answers at the end of the visit. */
export const saveFirstHealthVersion = async (services: Deps, record: VisitRecord): Promise<void> =>
  saveHealthVersion(services, await loadVisit(services, record), 1);

/** The versions of a finished visit, newest first. One finished before versions were kept gets its first one now. */
export async function ensureHealthVersions(services: Deps, record: VisitRecord): Promise<HealthVersion[]> {
  const versions = await findHealthVersions(services.db, record.patientId);
  if (versions.length > 0) return versions;
  await saveFirstHealthVersion(services, record);
  return findHealthVersions(services.db, record.patientId);
}
