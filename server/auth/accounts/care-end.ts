import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";

/*
 * The practice ends a patient's care on a day, with notice. Until then everything goes on; from then on nothing is charged or ordered, because each of these
 * asks the patient's row. A job ends the subscriptions on that day (`server/care/notice`).
 */

export interface CareEnd {
  /** `YYYY-MM-DD`: the first day without care. */
  readonly endsOn: string;
  /** Null: the day hasn't come, or nothing has ended yet. */
  readonly endedAt: Date | null;
}

/** What is noted of a patient; null: nothing ends. */
export async function careEndOf(db: Database, patientId: string): Promise<CareEnd | null> {
  const row = await db
    .selectFrom("patient")
    .select(["care_ends_on", "care_ended_at"])
    .where("id", "=", patientId)
    .executeTakeFirst();
  return row?.care_ends_on == null ? null : { endsOn: row.care_ends_on, endedAt: row.care_ended_at };
}

/** Why nothing is ordered for a patient today: somebody says that they died, or the practice has ended their care; null: it may be. */
export async function whatStopsOrders(
  db: Database,
  patientId: string,
  today: string,
): Promise<"death" | "care" | null> {
  const row = await db
    .selectFrom("patient")
    .select(["death_reported_at", "care_ends_on"])
    .where("id", "=", patientId)
    .executeTakeFirst();
  if (row?.death_reported_at) return "death";
  return row?.care_ends_on != null && row.care_ends_on <= today ? "care" : null;
}

/** Condition: the care of the patient whose id is in this column has ended by a day: a `YYYY-MM-DD`, or a column's. */
export const endsCareBy = (patientId: string, day: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from patient leaving
    where leaving.id = ${sql.ref(patientId)} and leaving.care_ends_on <= ${day})`;

export const setCareEnd = (tx: Tx, patientId: string, endsOn: string) =>
  tx.updateTable("patient").set({ care_ends_on: endsOn, care_ended_at: null }).where("id", "=", patientId).execute();

export const takeBackCareEnd = (tx: Tx, patientId: string) =>
  tx.updateTable("patient").set({ care_ends_on: null, care_ended_at: null }).where("id", "=", patientId).execute();

export const setCareEnded = (tx: Tx, patientId: string, now: Date) =>
  tx.updateTable("patient").set({ care_ended_at: now }).where("id", "=", patientId).execute();

/** Patients whose care ends by this day, and whose subscriptions haven't ended with it. A death that was reported is settled first. */
export const careToEnd = async (db: Database, today: string, limit: number): Promise<readonly string[]> =>
  (
    await db
      .selectFrom("patient")
      .select("id")
      .where("care_ends_on", "<=", today)
      .where("care_ended_at", "is", null)
      .where("closed_at", "is", null)
      .where("death_reported_at", "is", null)
      .orderBy("care_ends_on")
      .limit(limit)
      .execute()
  ).map(({ id }) => id);
