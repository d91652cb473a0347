import type { Notification } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import {
  newestNotifications,
  notificationRowsOfPatient,
  unreadNotificationCount,
  type NotificationRow,
  notificationRowsByIds,
  unreadNotificationCounts,
} from "./notification-queries.ts";
import { openText } from "./notification-text.ts";

type NeededServices = Pick<Services, "secrets"> & { readonly db: Database };

/** One page of the patient's notifications, newest first, with their total unread count. */
export async function listNotifications(
  { db, secrets }: NeededServices,
  patientId: string,
  cursor: string | undefined,
): Promise<{ items: Notification[]; nextpage: string | null; unreadcount: number }> {
  const after = decodeCursor(cursor);
  const [rows, unreadcount] = await Promise.all([
    newestNotifications(db, patientId, after, pageSize + 1).execute(),
    unreadNotificationCount(db, patientId),
  ]);
  const { items, nextpage } = paginate(rows, ({ created_at: at, id }) => ({ at, id }));
  return { items: items.map((row) => presentNotification(secrets, row)), nextpage, unreadcount };
}

/** The patient's notifications among these ids, newest first; the others are left out. */
export async function notificationsOfPatient(
  { db, secrets }: NeededServices,
  patientId: string,
  ids: readonly string[],
): Promise<readonly Notification[]> {
  const rows = await notificationRowsOfPatient(db, patientId, ids);
  return rows.map((row) => presentNotification(secrets, row));
}

/** A notification as the app shows it. */
export function presentNotification(secrets: Secrets, row: NotificationRow): Notification {
  const { title, description } = openText(secrets, row.id, row.text_sealed);
  return {
    id: row.id,
    kind: row.kind,
    title,
    description,
    href: row.href,
    timestampcreated: row.created_at.toISOString(),
    timestampread: row.read_at?.toISOString() ?? null,
  };
}

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
