import { sql } from "kysely";
import type { WriteOffReason } from "#contract/care/past-due.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type PrescriptionOrderRow, updatePrescriptionOrders } from "../queries.ts";

/*
 * A charge that failed and is written off isn't tried again, and is in no list of what to do. Nothing was sent for it, so the patient owes nothing, and can
 * still pay it by saving a card. It counts for as long as the charge is past due since the same day.
 */

const noteSealContext = sealed("write_off.note_sealed");

interface WriteOff {
  readonly patientId: string;
  /** Those that were seen. */
  readonly ids: readonly string[];
  readonly reason: WriteOffReason;
  readonly note: string | undefined;
  /** `staff:<id>` or `key:<id>`. */
  readonly actor: string;
}

/** Writes charges off; null where one of them isn't past due, is being tried, or is written off already. Takes the patient's order lock. */
export async function writeOffCharges(
  { db, clock, secrets }: Pick<TxServices, "db" | "clock" | "secrets">,
  { patientId, ids, reason, note, actor }: WriteOff,
): Promise<readonly string[] | null> {
  await lockPatientOrders(db, patientId);
  const orders = await pastDueRows(db, patientId, ids);
  const before = await writeOffsOf(db, patientId, orders);
  if (orders.length < new Set(ids).size || before.size > 0) return null;
  const rows = orders.map((order) => {
    const id = newId();
    return {
      ...{ id, patient_id: patientId, prescription_order_id: order.id, amount_cents: order.amount_cents },
      ...{ failed_on: order.failed_on ?? "", reason, made_by: actor, made_at: clock.now() },
      note_sealed: note === undefined ? null : secrets.seal(note, noteSealContext(id)),
    };
  });
  await db.insertInto("write_off").values(rows).execute();
  await updatePrescriptionOrders(
    db,
    orders.map(({ id }) => id),
    { retry_on: null },
  );
  return rows.map(({ id }) => id);
}

/** Takes write-offs back; null where one of these isn't written off. What they're about is past due again, and not tried by itself. */
export async function takeWriteOffsBack(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  { patientId, ids, actor }: Pick<WriteOff, "patientId" | "ids" | "actor">,
): Promise<readonly string[] | null> {
  await lockPatientOrders(db, patientId);
  const counting = await writeOffsOf(db, patientId, await pastDueRows(db, patientId, ids));
  if (counting.size < new Set(ids).size) return null;
  const ended = [...counting.values()];
  await db.updateTable("write_off").set({ ended_at: clock.now(), ended_by: actor }).where("id", "in", ended).execute();
  return ended;
}

const pastDueRows = (db: Database, patientId: string, ids: readonly string[]): Promise<PrescriptionOrderRow[]> =>
  db
    .selectFrom("prescription_order")
    .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
    .selectAll("prescription_order")
    .where("prescription_order.patient_id", "=", patientId)
    .where("prescription_order.id", "in", [...ids])
    .where("prescription_order.status", "=", "scheduled")
    .where("failed_on", "is not", null)
    .where("subscription.status", "=", "past_due")
    .execute();

/** Which of these are written off, with the write-off that counts. */
export async function writeOffsOf(
  db: Database,
  patientId: string,
  orders: readonly Pick<PrescriptionOrderRow, "id" | "failed_on">[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("write_off")
    .select(["id", "prescription_order_id", "failed_on"])
    .where("patient_id", "=", patientId)
    .where("ended_at", "is", null)
    .execute();
  return new Map(
    rows.flatMap(({ id, prescription_order_id, failed_on }) =>
      orders.some((order) => order.id === prescription_order_id && order.failed_on === failed_on)
        ? [[prescription_order_id, id] as const]
        : [],
    ),
  );
}

/** These were paid after all. */
export async function endPaidWriteOffs(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable("write_off")
    .set({ ended_at: clock.now() })
    .where("patient_id", "=", patientId)
    .where("prescription_order_id", "in", [...ids])
    .where("ended_at", "is", null)
    .execute();
}

/** What was written off, and what came of it, in a period, for the books. */
export interface WriteOffMovement {
  readonly kind: "write_off" | "write_off_reversal";
  readonly at: Date;
  readonly cents: number;
  readonly reason: string;
}

/** Each write-off and each that ended in a period, oldest first. */
export async function writeOffMovements(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<WriteOffMovement[]> {
  const { rows } = await sql<WriteOffMovement>`
    select 'write_off' as kind, made_at as at, amount_cents as cents, reason from write_off where made_at >= ${from} and made_at < ${to}
    union all
    select 'write_off_reversal', ended_at, amount_cents, case when ended_by is null then 'paid' else 'taken_back' end
      from write_off where ended_at >= ${from} and ended_at < ${to}
    order by at, kind`.execute(db);
  return rows;
}
