import type { Selectable, Updateable } from "kysely";
import { patientHasOpenEmergency } from "#server/emergency/public.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondPriorityCursor, type KeysetCursor } from "#server/platform/pagination.ts";

export type FollowupRow = Selectable<Tables["followup"]>;

const followupRows = (db: Database) => db.selectFrom("followup").selectAll();

/** Serializes the writes to a patient's follow-ups until the transaction ends. Take it before locking the patient's conversations. */
export async function lockFollowups(tx: Tx, patientId: string): Promise<void> {
  await acquireAdvisoryLock(tx, `reviews of ${patientId}`);
}

/** The patient's open follow-up; there is at most one. */
export const findOpenFollowup = (db: Database, patientId: string) =>
  followupRows(db).where("patient_id", "=", patientId).where("status", "<>", "COMPLETED").executeTakeFirst();

/** One of the patient's follow-ups; undefined for any other id. */
export const findFollowup = (db: Database, patientId: string, id: string) =>
  followupRows(db).where("patient_id", "=", patientId).where("id", "=", id).executeTakeFirst();

export const findLatestFollowup = (db: Database, patientId: string) =>
  followupRows(db).where("patient_id", "=", patientId).orderBy("sequence_number", "desc").limit(1).executeTakeFirst();

/** The patient's follow-ups, newest first. */
export const findNewestFollowups = (db: Database, patientId: string, limit: number) =>
  followupRows(db).where("patient_id", "=", patientId).orderBy("sequence_number", "desc").limit(limit).execute();

/** The completed follow-ups, oldest first. */
export const findCompletedFollowups = (db: Database, patientId: string) =>
  followupRows(db)
    .where("patient_id", "=", patientId)
    .where("status", "=", "COMPLETED")
    .orderBy("sequence_number")
    .execute();

/** A follow-up of any patient: for the practice. */
export const findFollowupById = (db: Database, id: string) => followupRows(db).where("id", "=", id).executeTakeFirst();

/** The patient's open follow-up, and those a doctor should read. */
export const pendingFollowupRows = (db: Database, patientId: string) =>
  followupRows(db)
    .where("patient_id", "=", patientId)
    .where((where) =>
      where.or([
        where("status", "<>", "COMPLETED"),
        where.and([where("awaiting_doctor_since", "is not", null), where("closed_at", "is", null)]),
      ]),
    );

/** Up to `limit` follow-ups a doctor should read: of patients with an emergency first, then longest wait first. */
export const findUnreadFollowups = (db: Database, after: KeysetCursor | null, limit: number) => {
  const isPriority = patientHasOpenEmergency("followup.patient_id");
  return followupRows(db)
    .select(isPriority.as("isPriority"))
    .where("awaiting_doctor_since", "is not", null)
    .where("closed_at", "is", null)
    .where(beyondPriorityCursor(isPriority, "awaiting_doctor_since", "id", after))
    .orderBy("isPriority", "desc")
    .orderBy("awaiting_doctor_since")
    .orderBy("id")
    .limit(limit)
    .execute();
};

interface NewFollowup {
  readonly id: string;
  readonly patientId: string;
  readonly code: string | null;
  readonly scope: Buffer;
  readonly now: Date;
}

/** Adds a follow-up to the patient's. The caller holds the lock of them, so that they are numbered in order. */
export async function insertFollowup(tx: Tx, { id, patientId, code, scope, now }: NewFollowup): Promise<FollowupRow> {
  const sequence_number = ((await findLatestFollowup(tx, patientId))?.sequence_number ?? 0) + 1;
  const made = await tx
    .insertInto("followup")
    .values({ id, patient_id: patientId, sequence_number, status: "SENT", code, scope_sealed: scope, sent_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return made;
}

/** Whether an emergency ended it for now: nothing more is asked, completed or earned until a doctor has looked. */
export const isInterrupted = ({
  status,
  awaiting_doctor_since,
  closed_at,
}: Pick<FollowupRow, "status" | "awaiting_doctor_since" | "closed_at">): boolean =>
  status !== "COMPLETED" && awaiting_doctor_since !== null && closed_at === null;

/** Updates a follow-up and returns the updated row. */
export async function updateFollowup(
  tx: Tx,
  { id, patient_id }: Pick<FollowupRow, "id" | "patient_id">,
  changes: Updateable<Tables["followup"]>,
): Promise<FollowupRow> {
  const changed = await tx
    .updateTable("followup")
    .set(changes)
    .where("id", "=", id)
    .where("patient_id", "=", patient_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed;
}
