import type { Selectable } from "kysely";
import { notifyAndMail } from "#server/notifications/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { TxServices } from "#server/platform/services.ts";

export type PrescriptionRenewalRow = Selectable<Tables["renewal_request"]>;

export const prescriptionRenewalNoteSealContext = sealed("renewal_request.note_sealed");

/** Asks the doctor to renew a prescription and notifies the patient; while a request is open it changes nothing. */
export async function requestPrescriptionRenewal(
  services: TxServices,
  patientId: string,
  prescriptionId: string,
): Promise<void> {
  const { db, clock } = services;
  const created = await db
    .insertInto("renewal_request")
    .values({
      id: newId(),
      patient_id: patientId,
      prescription_id: prescriptionId,
      status: "open",
      requested_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("prescription_id").where("status", "=", "open").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) await notifyAboutPrescriptionRenewal(services, patientId, "renewal_asked");
}

/** Once a day, however many prescriptions it is about. */
export async function notifyAboutPrescriptionRenewal(
  services: TxServices,
  patientId: string,
  template: "renewal_asked" | "renewal_approved" | "renewal_declined",
): Promise<void> {
  await notifyAndMail(services, {
    patientId,
    template,
    values: {},
    dedupeKey: `${patientId}:${clinicToday(services)}`,
  });
}

export const prescriptionRenewalById = (db: Database, id: string): Promise<PrescriptionRenewalRow | undefined> =>
  db.selectFrom("renewal_request").selectAll().where("id", "=", id).executeTakeFirst();

/** Up to `limit` prescription renewals waiting for a doctor, of one patient or of all, longest wait first, with what was prescribed. */
export async function undecidedPrescriptionRenewals(
  db: Database | Tx,
  cursor: KeysetCursor | null,
  limit: number,
  patientId?: string,
) {
  const rows = await db
    .selectFrom("renewal_request")
    .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
    .select([
      "renewal_request.id",
      "renewal_request.patient_id as patientId",
      "renewal_request.requested_at as at",
      "prescription.product_id as productId",
      "prescription.rx_number as rxNumber",
      "prescription.on_hold_at as onHoldAt",
    ])
    .where("renewal_request.status", "=", "open")
    .where((where) => where.and(patientId === undefined ? [] : [where("renewal_request.patient_id", "=", patientId)]))
    .where(beyondCursor("renewal_request.requested_at", ">", "renewal_request.id", cursor))
    .orderBy("renewal_request.requested_at")
    .orderBy("renewal_request.id")
    .limit(limit)
    .execute();
  return rows;
}

export interface DeclinedPrescriptionRenewal {
  readonly productId: string;
  readonly note: string | null;
  readonly at: Date;
}

/** The patient's latest prescription renewal that a doctor declined. */
export const declinedPrescriptionRenewalQuery = (db: Database, patientId: string) =>
  db
    .selectFrom("renewal_request")
    .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
    .select([
      "renewal_request.id",
      "renewal_request.note_sealed",
      "renewal_request.decided_at",
      "prescription.product_id",
    ])
    .where("renewal_request.patient_id", "=", patientId)
    .where("renewal_request.status", "=", "declined")
    .orderBy("renewal_request.decided_at", "desc")
    .limit(1);

export type DeclinedPrescriptionRenewalRow = Awaited<
  ReturnType<ReturnType<typeof declinedPrescriptionRenewalQuery>["execute"]>
>[number];

/** The declined product and the doctor's note; null when none was declined. */
export function declinedPrescriptionRenewalFromRow(
  secrets: Secrets,
  row: DeclinedPrescriptionRenewalRow | undefined,
): DeclinedPrescriptionRenewal | null {
  if (!row?.decided_at) return null;
  return {
    productId: row.product_id,
    note: openText(secrets, row.note_sealed, prescriptionRenewalNoteSealContext(row.id)),
    at: row.decided_at,
  };
}
