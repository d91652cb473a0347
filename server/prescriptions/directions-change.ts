import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { Pace } from "#contract/treatment/pace.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";

/*
 * Other directions for the same medicine: every other night because it makes the patient sleepy. They stand in the prescription, which everything that
 * prints directions reads; how fast a box is used by them is kept with the day it began on, by product, for the timeline of boxes.
 */

/** Directions as they're written into a prescription. */
interface NewDirections {
  readonly patientId: string;
  readonly prescriptionId: string;
  readonly productId: string;
  readonly doctorId: string;
  readonly directions: string;
  readonly now: Date;
}

const contexts = {
  prescription: sealed("prescription.directions_sealed"),
  directions: sealed("directions_change.directions_sealed"),
  former: sealed("directions_change.former_sealed"),
  reason: sealed("directions_change.reason_sealed"),
} as const;

/** Writes other directions into a prescription, from now on. Hold the lock of the patient's orders. */
export async function changeDirections(
  { db, secrets, clock }: Pick<TxServices, "db" | "secrets" | "clock">,
  change: Omit<NewDirections, "now"> & {
    readonly pace: Pace;
    readonly former: string | null;
    readonly reason: string;
  },
): Promise<void> {
  const { prescriptionId, directions } = change;
  await db
    .updateTable("prescription")
    .set({ directions_sealed: sealText(secrets, directions, contexts.prescription(prescriptionId)) })
    .where("id", "=", prescriptionId)
    .execute();
  await insertChange(db, secrets, { ...change, now: clock.now() });
}

/** Begins as its label says what a patient used more slowly before: whoever prescribes a medicine anew writes its directions anew. */
export async function beginAtLabel(tx: Tx, secrets: Secrets, written: readonly NewDirections[]): Promise<void> {
  const [first] = written;
  if (!first) return;
  const paces = await pacesOf(tx, first.patientId);
  for (const each of written)
    if ((paces.get(each.productId) ?? "label") !== "label")
      await insertChange(tx, secrets, { ...each, pace: "label", former: null, reason: null });
}

async function insertChange(
  tx: Tx,
  secrets: Secrets,
  {
    directions,
    former,
    reason,
    ...change
  }: NewDirections & { readonly pace: Pace; readonly former: string | null; readonly reason: string | null },
): Promise<void> {
  const id = newId();
  await tx
    .insertInto("directions_change")
    .values({
      ...{ id, patient_id: change.patientId, prescription_id: change.prescriptionId, product_id: change.productId },
      ...{ pace: change.pace, doctor_id: change.doctorId, made_at: change.now },
      directions_sealed: secrets.seal(directions, contexts.directions(id)),
      former_sealed: former === null ? null : secrets.seal(former, contexts.former(id)),
      reason_sealed: reason === null ? null : secrets.seal(reason, contexts.reason(id)),
    })
    .execute();
}

/** How fast each medicine is used that is prescribed now, by product. */
export async function pacesOf(db: Database, patientId: string): Promise<ReadonlyMap<string, Pace>> {
  const rows = await db
    .selectFrom("prescription")
    .select("product_id")
    .select((of) => currentPace(of).as("pace"))
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .execute();
  return new Map(rows.map(({ product_id, pace }) => [product_id, pace]));
}

/** The pace of a row of `prescription`, as it's used now. */
export const currentPace = (of: ExpressionBuilder<Tables, "prescription">): RawBuilder<Pace> => {
  const latest = of
    .selectFrom("directions_change")
    .select("directions_change.pace")
    .whereRef("directions_change.patient_id", "=", "prescription.patient_id")
    .whereRef("directions_change.product_id", "=", "prescription.product_id")
    .orderBy("directions_change.made_at", "desc")
    .limit(1);
  return sql<Pace>`coalesce(${latest}, 'label')`;
};

/** The paces of all products of a patient, oldest first. */
export const paceRows = (db: Database, patientId: string) =>
  db
    .selectFrom("directions_change")
    .select(["product_id", "pace", "made_at"])
    .where("patient_id", "=", patientId)
    .orderBy("made_at");
