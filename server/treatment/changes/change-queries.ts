import type { Insertable, Selectable } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";

export type TreatmentChangeStatus = "waiting" | "agreed" | "refused" | "withdrawn";
export type TreatmentChangeRow = Omit<Selectable<Tables["treatment_change"]>, "status"> & {
  readonly status: TreatmentChangeStatus;
};

export const insertTreatmentChange = async (tx: Tx, row: Insertable<Tables["treatment_change"]>): Promise<void> =>
  void (await tx.insertInto("treatment_change").values(row).execute());

/** A treatment change of the patient; undefined for any other id. */
export const findTreatmentChange = (
  db: Database,
  patientId: string,
  id: string,
): Promise<TreatmentChangeRow | undefined> =>
  db
    .selectFrom("treatment_change")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .executeTakeFirst() as Promise<TreatmentChangeRow | undefined>;

/** Changes made for a patient, newest first; withdrawn ones are left out. */
export const treatmentChangeRows = (db: Database, patientId: string) =>
  db
    .selectFrom("treatment_change")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("status", "!=", "withdrawn")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");

/** Settles an open change. */
export const settleTreatmentChange = async (
  tx: Tx,
  id: string,
  status: Exclude<TreatmentChangeStatus, "waiting">,
  now: Date,
): Promise<void> =>
  void (await tx
    .updateTable("treatment_change")
    .set({ status, decided_at: now })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute());

/** Withdraws the open changes of these subscriptions: the patient is no longer asked about them. */
export async function withdrawTreatmentChanges(tx: Tx, subscriptionIds: readonly string[], now: Date): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await tx
    .updateTable("treatment_change")
    .set({ status: "withdrawn", decided_at: now })
    .where("subscription_id", "in", [...subscriptionIds])
    .where("status", "=", "waiting")
    .execute();
}

/** Withdraws the patient's open changes to these products: they are no longer asked about them. */
export async function withdrawTreatmentChangesTo(
  tx: Tx,
  patientId: string,
  concerns: (productId: string) => boolean,
  now: Date,
): Promise<void> {
  const waiting = await tx
    .selectFrom("treatment_change")
    .select(["id", "to_product_id"])
    .where("patient_id", "=", patientId)
    .where("status", "=", "waiting")
    .execute();
  for (const { id, to_product_id } of waiting)
    if (concerns(to_product_id)) await settleTreatmentChange(tx, id, "withdrawn", now);
}
