import type { SocketEvents } from "#contract/realtime.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { presentNotification } from "./present.ts";
import { rowsOfMany, unreadOfMany } from "./queries.ts";

/**
 * Notifications of many patients by their ids, oldest first, by patient and each with how many of hers are unread now; one that is not its
 * patient's is left out. A fixed number of queries.
 */
export async function notificationsOfMany(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  wanted: readonly { readonly patientId: string; readonly id: string }[],
): Promise<ReadonlyMap<string, readonly SocketEvents["notification"][]>> {
  if (wanted.length === 0) return new Map();
  const [rows, unread] = await Promise.all([
    rowsOfMany(db, wanted),
    unreadOfMany(db, [...new Set(wanted.map(({ patientId }) => patientId))]),
  ]);
  const present = (row: (typeof rows)[number]) => ({
    ...presentNotification(secrets, row),
    unreadcount: unread.get(row.patient_id) ?? 0,
  });
  return new Map([...Map.groupBy(rows, (row) => row.patient_id)].map(([id, own]) => [id, own.map(present)]));
}
