import type { Content } from "#content/loader/load.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { openReportContent, type ReportRow, reports } from "./emergency-reports.ts";

/** What a patient told of and no clinician has closed yet, as everything that shows or offers them something asks it. */
export interface OpenEmergency {
  /** The latest they have not dismissed, of a message nobody has acknowledged: its notice leads as it was first shown. */
  readonly unread: { readonly emergency: Emergency; readonly conversationId: string | null } | null;
  /** The latest of all, whoever has read it. */
  readonly latest: Emergency;
  /** Whether the medicine at home goes on meanwhile: each kind of emergency says so in the content. */
  readonly keepsMedicine: boolean;
}

const limit = 20;

/** The rows `openEmergencyFrom` needs, newest first. */
export const unclosedReportsQuery = (db: Database, patientId: string) =>
  reports(db)
    .where("patient_id", "=", patientId)
    .where("closed_at", "is", null)
    .orderBy("reported_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);

/** Null: nothing is open. */
export function openEmergencyFrom(
  services: Pick<Services, "content" | "secrets">,
  rows: readonly unknown[],
): OpenEmergency | null {
  const found = (rows as readonly ReportRow[]).map((row) => ({ row, ...openReportContent(services, row) }));
  const [latest] = found;
  if (!latest) return null;
  const unread = found.find(
    ({ row }) => row.conversation_id !== null && row.dismissed_at === null && row.acknowledged_at === null,
  );
  return {
    unread: unread ? { emergency: unread.emergency, conversationId: unread.row.conversation_id } : null,
    latest: latest.emergency,
    keepsMedicine: found.every(({ sign }) => keepsMedicine(services.content, sign)),
  };
}

/** Whether the screening rule or emergency sign with this id says that the medicine is not the danger and may be kept. */
export const keepsMedicine = (
  { rules, emergencywords }: Pick<Content, "rules" | "emergencywords">,
  id: string,
): boolean =>
  rules.find((rule) => rule.id === id)?.incare?.medicine === "keep" ||
  emergencywords.signs.find((sign) => sign.id === id)?.medicine === "keep";

/** The patients among these with an open emergency, and whether their medicine waits: where one of them doesn't say that it may be kept. */
export async function emergencyHolds(
  services: Pick<Services, "content" | "secrets"> & { readonly db: Database },
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (patientIds.length === 0) return new Map();
  const rows = await reports(services.db)
    .where("patient_id", "in", [...patientIds])
    .where("closed_at", "is", null)
    .execute();
  const waits = (row: ReportRow) => !keepsMedicine(services.content, openReportContent(services, row).sign);
  return new Map(
    [...Map.groupBy(rows, ({ patient_id }) => patient_id ?? "")].map(([id, ofPatient]) => [id, ofPatient.some(waits)]),
  );
}
