import type { Selectable } from "kysely";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";

export type PrescriptionRow = Selectable<Tables["prescription"]>;
export type PrescriptionActionKind = "stop" | "hold" | "release";

export const actionReasonSealContext = sealed("prescription_action.reason_sealed");

/** A prescription under its lock. Hold the lock of the patient's orders before. */
export const lockPrescription = (tx: Tx, id: string): Promise<PrescriptionRow | undefined> =>
  tx.selectFrom("prescription").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const prescriptionById = (db: Database, id: string): Promise<PrescriptionRow | undefined> =>
  db.selectFrom("prescription").selectAll().where("id", "=", id).executeTakeFirst();

/** Ends a prescription for good, as one that was meant for another patient where it was: it is neither filled nor sent any more, also what was paid. Its open prescription renewal is closed. */
export async function endPrescription(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  id: string,
  { wrongPatient }: { readonly wrongPatient: boolean },
): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("prescription")
    .set({ status: "ended", stopped_at: now, discontinued_at: null, on_hold_at: null, wrong_patient: wrongPatient })
    .where("id", "=", id)
    .execute();
  await closePrescriptionRenewal({ db, clock }, id, "replaced");
}

/** Closes the open prescription renewal of a prescription: another decision made it needless (`replaced`), or granted it (`approved`). */
export async function closePrescriptionRenewal(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  prescriptionId: string,
  status: "replaced" | "approved",
  doctorId: string | null = null,
): Promise<void> {
  await db
    .updateTable("renewal_request")
    .set({ status, decided_at: clock.now(), doctor_id: doctorId })
    .where("prescription_id", "=", prescriptionId)
    .where("status", "=", "open")
    .execute();
}

export interface NewPrescriptionAction {
  readonly patientId: string;
  readonly prescriptionId: string;
  readonly action: PrescriptionActionKind;
  readonly doctorId: string;
  readonly reason: string;
  /** The message to the patient in the conversation with the doctor. */
  readonly messageSeq: number;
}

/** Records what a doctor did with a prescription. */
export async function insertPrescriptionAction(
  { db, clock, secrets }: Pick<TxServices, "db" | "clock" | "secrets">,
  { patientId, prescriptionId, action, doctorId, reason, messageSeq }: NewPrescriptionAction,
): Promise<void> {
  const id = newId();
  await db
    .insertInto("prescription_action")
    .values({
      id,
      patient_id: patientId,
      prescription_id: prescriptionId,
      action,
      doctor_id: doctorId,
      reason_sealed: secrets.seal(reason, actionReasonSealContext(id)),
      message_seq: messageSeq,
      at: clock.now(),
    })
    .execute();
}

/** Products of prescriptions that a doctor stopped. */
export const stoppedPrescriptionsQuery = (db: Database, patientId: string) =>
  db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("stopped_at", "is not", null);

/** Products a doctor put on hold, and those a doctor stopped where the patient has not read the message about it. */
export const doctorStopsQuery = (db: Database, patientId: string) =>
  db
    .selectFrom("prescription_action")
    .innerJoin("prescription", "prescription.id", "prescription_action.prescription_id")
    .innerJoin("conversation", (join) =>
      join
        .onRef("conversation.patient_id", "=", "prescription_action.patient_id")
        .on("conversation.kind", "=", "doctor"),
    )
    .select(["prescription_action.id", "prescription_action.action", "prescription.product_id"])
    .where("prescription_action.patient_id", "=", patientId)
    .where((where) =>
      where.or([
        where.and([
          where("prescription_action.action", "=", "stop"),
          where("prescription_action.message_seq", ">", where.ref("conversation.read_seq")),
        ]),
        // One that an answer put on hold since is not this action's.
        where.and([
          where("prescription_action.action", "=", "hold"),
          where("prescription_action.at", ">=", where.ref("prescription.on_hold_at")),
        ]),
      ]),
    )
    .orderBy("prescription_action.at");
