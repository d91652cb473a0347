import type { ToldEmergency } from "#contract/care/told-emergency.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { actionsOf } from "./emergency-actions.ts";
import { openReportContent, reports } from "./emergency-reports.ts";

/** As many as a record shows. */
const limit = 50;

/** What a patient told of, newest first, open or over, with what was done about it. Runs two queries. */
export async function toldEmergencies(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<ToldEmergency[]> {
  const rows = await reports(services.db)
    .where("patient_id", "=", patientId)
    .orderBy("reported_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const actions = await actionsOf(
    services,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { emergency, words, writer = null } = openReportContent(services, row);
    return {
      id: row.id,
      source: row.source,
      title: emergency.title,
      ...{ words, writer },
      reportedat: row.reported_at.toISOString(),
      acknowledgedat: row.acknowledged_at?.toISOString() ?? null,
      closedat: row.closed_at?.toISOString() ?? null,
      actions: actions.get(row.id) ?? [],
    };
  });
}
