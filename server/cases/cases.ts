import { type RawBuilder, sql, type Selectable, type Updateable } from "kysely";
import { patientHasOpenEmergency } from "#server/emergency/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { caseStates, orderStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondPriorityCursor, type KeysetCursor } from "#server/platform/pagination.ts";

export const caseNoteSealContext = sealed("care_case.note_sealed");

export type CaseRow = Selectable<Tables["care_case"]>;
export type CaseStatus = CaseRow["status"];

/** The doctor who looks after the patient: after a move, another one than the doctor who decided. */
export const treatingDoctor = ({
  treating_doctor_id,
  doctor_id,
}: Pick<CaseRow, "treating_doctor_id" | "doctor_id">): string | null => treating_doctor_id ?? doctor_id;

/** The patient's latest case: one per submitted visit. */
export const latestCase = (db: Database, patientId: string) => latestCaseQuery(db, patientId).executeTakeFirst();

export const latestCaseQuery = (db: Database, patientId: string) =>
  db.selectFrom("care_case").selectAll().where("patient_id", "=", patientId).orderBy("submitted_at", "desc").limit(1);

/** Reads the doctors who decided on a patient's cases, look after them or want to hear from them; a null where there is none. */
export const caseDoctorIds = (patientId: string): RawBuilder<string> =>
  sql`select unnest(array[doctor_id, treating_doctor_id, followup_doctor_id]) from care_case where patient_id = ${patientId}`;

/** The latest case of each of these patients, by patient. */
export async function latestCases(db: Database, patientIds: readonly string[]): Promise<ReadonlyMap<string, CaseRow>> {
  if (patientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("care_case")
    .distinctOn("patient_id")
    .selectAll()
    .where("patient_id", "in", [...patientIds])
    .orderBy("patient_id")
    .orderBy("submitted_at", "desc")
    .execute();
  return new Map(rows.map((row) => [row.patient_id, row]));
}

/** Locks a case until the transaction ends. */
export const lockCase = (tx: Tx, id: string) =>
  tx.selectFrom("care_case").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Orders of plans captured or voided before `until` that are not settled yet; newest first. */
export async function unsettledPlanOrderIds(db: Database, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("care_case")
    .innerJoin("customer_order", "customer_order.id", "care_case.order_id")
    .select("order_id")
    .where("care_case.payment_settled_at", "is", null)
    .where("customer_order.updated_at", "<=", until)
    .where((where) =>
      where.or([
        where.and([
          where("care_case.status", "=", "approved"),
          where("customer_order.status", "in", orderStates.settled.list),
        ]),
        where.and([
          where("care_case.status", "in", caseStates.undecided.list),
          where("customer_order.status", "=", "voided"),
        ]),
      ]),
    )
    .orderBy("care_case.submitted_at", "desc")
    .limit(200)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

export const caseOfOrder = (db: Database, orderId: string) =>
  db.selectFrom("care_case").selectAll().where("order_id", "=", orderId).executeTakeFirst();

/** Inserts a case; undefined when the order has one. */
export const insertCase = (
  db: Database,
  { patientId, orderId, doctorId, now }: { patientId: string; orderId: string; doctorId: string | null; now: Date },
) =>
  db
    .insertInto("care_case")
    .values({
      id: newId(),
      patient_id: patientId,
      order_id: orderId,
      doctor_id: doctorId,
      status: "submitted",
      submitted_at: now,
    })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .returning("id")
    .executeTakeFirst();

/** Updates a case whose status is one of `from`; false when it has another one. */
export async function updateCase(
  tx: Tx,
  id: string,
  from: readonly CaseStatus[],
  changes: Updateable<Tables["care_case"]>,
): Promise<boolean> {
  const changed = await tx
    .updateTable("care_case")
    .set(changes)
    .where("id", "=", id)
    .where("status", "in", [...from])
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Up to `limit` cases waiting to be accepted: patients with an open emergency first, then longest wait first. */
export async function incomingCases(
  db: Database,
  cursor: KeysetCursor | null,
  limit: number,
): Promise<(KeysetCursor & { readonly patientId: string })[]> {
  const isPriority = patientHasOpenEmergency("care_case.patient_id");
  const rows = await db
    .selectFrom("care_case")
    .select(["id", "patient_id", "submitted_at", isPriority.as("isPriority")])
    .where("status", "=", "submitted")
    .where(beyondPriorityCursor(isPriority, "submitted_at", "id", cursor))
    .orderBy("isPriority", "desc")
    .orderBy("submitted_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    at: row.submitted_at,
    id: row.id,
    isPriority: row.isPriority,
    patientId: row.patient_id,
  }));
}
