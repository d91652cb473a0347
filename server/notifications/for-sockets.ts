import type { SocketEvents } from "#contract/realtime.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { presentNotification } from "./present.ts";
import { notificationRowsByIds, unreadNotificationCounts } from "./notification-queries.ts";

/**
 * Notifications of many patients by id, oldest first, grouped by patient, each with the patient's unread count; ids that belong to another
 * patient are left out. A fixed number of queries.
 */
export async function notificationsByIds(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  requested: readonly { readonly patientId: string; readonly id: string }[],
): Promise<ReadonlyMap<string, readonly SocketEvents["notification"][]>> {
  if (requested.length === 0) return new Map();
  const [rows, unread] = await Promise.all([
    notificationRowsByIds(db, requested),
    unreadNotificationCounts(db, [...new Set(requested.map(({ patientId }) => patientId))]),
  ]);
  const present = (row: (typeof rows)[number]) => ({
    ...presentNotification(secrets, row),
    unreadcount: unread.get(row.patient_id) ?? 0,
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.patient_id)].map(([id, ofPatient]) => [id, ofPatient.map(present)]),
  );
}
