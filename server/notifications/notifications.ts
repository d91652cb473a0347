import type { Notification } from "#contract/notifications.ts";
import type { Database } from "#server/platform/database/open.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { presentNotification } from "./present.ts";
import { newestNotifications, notificationRowsOfPatient, unreadNotificationCount } from "./notification-queries.ts";

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
