import type { Selectable, Updateable } from "kysely";
import { lockNamed } from "#server/platform/database/lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondFront, type Place } from "#server/platform/keyset.ts";
import { hasOpenEmergency } from "#server/emergency/public.ts";

export type ReviewStatus = "SENT" | "CLAIMED" | "COMPLETED";
export type ReviewRow = Omit<Selectable<Tables["followup"]>, "status"> & { readonly status: ReviewStatus };

const rows = (db: Database) => db.selectFrom("followup").selectAll();

/** Lets the writes to a patient's reviews follow each other; before her conversations are locked. Held until the transaction ends. */
export async function lockReviews(tx: Tx, patientId: string): Promise<void> {
  await lockNamed(tx, `reviews of ${patientId}`);
}

/** The review that waits for her; she has one at most. */
export const openReview = (db: Database, patientId: string) =>
  rows(db).where("patient_id", "=", patientId).where("status", "<>", "COMPLETED").executeTakeFirst() as Promise<
    ReviewRow | undefined
  >;

/** One of hers; undefined for one that is not there or not hers. */
export const reviewOf = (db: Database, patientId: string, id: string) =>
  rows(db).where("patient_id", "=", patientId).where("id", "=", id).executeTakeFirst() as Promise<
    ReviewRow | undefined
  >;

export const latestReview = (db: Database, patientId: string) =>
  rows(db).where("patient_id", "=", patientId).orderBy("number", "desc").limit(1).executeTakeFirst() as Promise<
    ReviewRow | undefined
  >;

/** Those she completed, oldest first. */
export const completedReviews = (db: Database, patientId: string) =>
  rows(db).where("patient_id", "=", patientId).where("status", "=", "COMPLETED").orderBy("number").execute() as Promise<
    ReviewRow[]
  >;

/** Whosever it is: for the practice. */
export const reviewById = (db: Database, id: string) =>
  rows(db).where("id", "=", id).executeTakeFirst() as Promise<ReviewRow | undefined>;

/** The review that waits for a patient, and those that a doctor should read. */
export const pendingReviewRows = (db: Database, patientId: string) =>
  rows(db)
    .where("patient_id", "=", patientId)
    .where((where) =>
      where.or([
        where("status", "<>", "COMPLETED"),
        where.and([where("told_at", "is not", null), where("closed_at", "is", null)]),
      ]),
    );

/** Up to `limit` reviews a doctor should read: of patients with an emergency first, then longest wait first. */
export const unreadReviews = (db: Database, after: Place | null, limit: number) => {
  const front = hasOpenEmergency("followup.patient_id");
  return rows(db)
    .select(front.as("front"))
    .where("told_at", "is not", null)
    .where("closed_at", "is", null)
    .where(beyondFront(front, "told_at", "id", after))
    .orderBy("front", "desc")
    .orderBy("told_at")
    .orderBy("id")
    .limit(limit)
    .execute() as Promise<(ReviewRow & { readonly front: boolean })[]>;
};

interface NewReview {
  readonly id: string;
  readonly patientId: string;
  readonly code: string | null;
  readonly asked: Buffer;
  readonly now: Date;
}

/** Adds a review to hers. The caller holds the lock of them, so that they are numbered in order. */
export async function insertReview(tx: Tx, { id, patientId, code, asked, now }: NewReview): Promise<ReviewRow> {
  const number = ((await latestReview(tx, patientId))?.number ?? 0) + 1;
  const made = await tx
    .insertInto("followup")
    .values({ id, patient_id: patientId, number, status: "SENT", code, asked_sealed: asked, sent_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return made as ReviewRow;
}

/** Changes a review of hers, and answers it as it is then. */
export async function changeReview(
  tx: Tx,
  { id, patient_id }: Pick<ReviewRow, "id" | "patient_id">,
  changes: Updateable<Tables["followup"]>,
): Promise<ReviewRow> {
  const changed = await tx
    .updateTable("followup")
    .set(changes)
    .where("id", "=", id)
    .where("patient_id", "=", patient_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed as ReviewRow;
}
