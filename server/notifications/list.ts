import type { Notification } from "#contract/notifications.ts";
import type { Database } from "#server/platform/database/open.ts";
import { pageOf, pageSize, placeOf } from "#server/platform/keyset.ts";
import type { Services } from "#server/platform/services.ts";
import { presentNotification } from "./present.ts";
import { newestOf, rowsById, unreadOf } from "./queries.ts";

type Parts = Pick<Services, "secrets"> & { readonly db: Database };

/** One page of her notifications, newest first, with how many of all of them are unread. */
export async function listNotifications(
  { db, secrets }: Parts,
  patientId: string,
  cursor: string | undefined,
): Promise<{ items: Notification[]; nextpage: string | null; unreadcount: number }> {
  const after = placeOf(cursor);
  const [rows, unreadcount] = await Promise.all([
    newestOf(db, patientId, after, pageSize + 1).execute(),
    unreadOf(db, patientId),
  ]);
  const { items, nextpage } = pageOf(rows, ({ created_at: at, id }) => ({ at, id }));
  return { items: items.map((row) => presentNotification(secrets, row)), nextpage, unreadcount };
}

/** Those of the ids that are hers, newest first; the others are left out. */
export async function notificationsById(
  { db, secrets }: Parts,
  patientId: string,
  ids: readonly string[],
): Promise<readonly Notification[]> {
  const rows = await rowsById(db, patientId, ids);
  return rows.map((row) => presentNotification(secrets, row));
}
