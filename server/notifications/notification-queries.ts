import { type Insertable, type Selectable, sql } from "kysely";
import type { TemplateId } from "#content/schema/texts/notifications.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";

export type NotificationRow = Selectable<Tables["notification"]>;

/** Unread ones are counted up to this: the badge shows no more, and the cost of counting stays bounded. */
export const unreadCountMax = 1000;

/** Inserts a notification unless one has its dedupe key. */
export const insertNotification = (tx: Tx, row: Insertable<Tables["notification"]>) =>
  tx
    .insertInto("notification")
    .values(row)
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();

/** Where a message is. */
interface MessagePlace {
  readonly conversationId: string;
  readonly seq: number;
}

/** A message has one notification. */
export const messageDedupeKey = ({ conversationId, seq }: MessagePlace): string => `message:${conversationId}:${seq}`;

/** Removes the notification of a message, which quotes it. */
export async function removeMessageNotification(tx: Tx, message: MessagePlace): Promise<void> {
  await tx.deleteFrom("notification").where("dedupe_key", "=", messageDedupeKey(message)).execute();
}

/** Removes what told a patient of one thing. */
export async function removeNotification(tx: Tx, template: TemplateId, dedupeKey: string): Promise<void> {
  await tx.deleteFrom("notification").where("dedupe_key", "=", `${template}:${dedupeKey}`).execute();
}

/** Up to `limit` of the patient's notifications after a cursor, newest first. */
export const newestNotifications = (db: Database, patientId: string, after: KeysetCursor | null, limit: number) =>
  db
    .selectFrom("notification")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where(beyondCursor("created_at", "<", "id", after))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);

/** The patient's notifications among these ids, newest first. */
export async function notificationRowsOfPatient(
  db: Database,
  patientId: string,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("notification")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The patient's unread notifications, counted up to `unreadCountMax`. */
export const countUnread = (db: Database, patientId: string) =>
  db
    .selectFrom(selectUnread(db).where("patient_id", "=", patientId).limit(unreadCountMax).as("unread"))
    .select(sql<number>`count(*)::int`.as("count"));

export const unreadNotificationCount = async (db: Database, patientId: string): Promise<number> =>
  (await countUnread(db, patientId).executeTakeFirstOrThrow()).count;

/** Notifications of many patients by id, oldest first; ids that belong to another patient are left out. */
export function notificationRowsByIds(
  db: Database,
  requested: readonly { readonly patientId: string; readonly id: string }[],
): Promise<NotificationRow[]> {
  const [ids, patients] = [requested.map(({ id }) => id), requested.map(({ patientId }) => patientId)];
  return db
    .selectFrom("notification")
    .selectAll()
    .where(sql<boolean>`(id, patient_id) in (select * from unnest(${ids}::uuid[], ${patients}::uuid[]))`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Like `countUnread`, for many patients; those without unread ones are left out. */
export async function unreadNotificationCounts(
  db: Database,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom(sql<{ patient_id: string }>`unnest(${patientIds}::uuid[])`.as<"asked">(sql`asked (patient_id)`))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("notification")
          .select("id")
          .whereRef("notification.patient_id", "=", "asked.patient_id")
          .where("read_at", "is", null)
          .limit(unreadCountMax)
          .as("unread"),
      (join) => join.onTrue(),
    )
    .select(["asked.patient_id", sql<number>`count(*)::int`.as("count")])
    .groupBy("asked.patient_id")
    .execute();
  return new Map(rows.map(({ patient_id: patientId, count }) => [patientId, count]));
}

/** Marks one of the patient's notifications as read; a repeat keeps the first time. */
export const markOneRead = (db: Database, patientId: string, id: string, now: Date) =>
  db
    .updateTable("notification")
    .set({ read_at: now })
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .where("read_at", "is", null)
    .execute();

/** The cursor of one of the patient's notifications; undefined for another patient's. */
export const cursorOfNotification = (db: Database, patientId: string, id: string): Promise<KeysetCursor | undefined> =>
  db
    .selectFrom("notification")
    .select(["created_at as at", "id"])
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Marks the patient's notifications as read: those this statement sees or, given `upTo`, that one and older ones. Others stay unread. */
export function markAllRead(db: Database, patientId: string, now: Date, upTo: KeysetCursor | null) {
  const all = selectUnread(db).where("patient_id", "=", patientId);
  const upToCursor = upTo ? all.where(sql<boolean>`(created_at, id) <= (${upTo.at}, ${upTo.id})`) : all;
  return markRead(db, upToCursor, now);
}

/** Marks the notifications about a conversation's messages up to `seq` as read. */
export const markMessageRowsRead = (
  db: Database,
  { conversationId, seq }: { readonly conversationId: string; readonly seq: number },
  now: Date,
) => markRead(db, selectUnread(db).where("conversation_id", "=", conversationId).where("seq", "<=", seq), now);

const selectUnread = (db: Database) => db.selectFrom("notification").select("id").where("read_at", "is", null);

/** Locks rows in id order, so that two tabs marking the same ones do not deadlock. */
const markRead = (db: Database, unreadRows: ReturnType<typeof selectUnread>, now: Date) =>
  db
    .updateTable("notification")
    .set({ read_at: now })
    .where("id", "in", unreadRows.orderBy("id").forUpdate())
    .execute();
