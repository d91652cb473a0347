import { sealed } from "#server/platform/crypto/sealed.ts";
import { sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

/** What the patient's prescriptions say of a product. */
export interface PrescribedItem {
  readonly prescriptionId: string;
  readonly directions: string | null;
  /** Also zero while the prescription is on hold. */
  readonly refillsLeft: number;
  /** On hold: an answer given since it was prescribed speaks against it. */
  readonly onHold: boolean;
  /** The doctor was asked to renew it and has not answered. */
  readonly renewalRequested: boolean;
}

/** A patient's prescriptions by product. */
export type PrescribedItems = ReadonlyMap<string, PrescribedItem>;

export const directionsSealContext = sealed("prescription.directions_sealed");

export interface PrescriptionOrigin {
  readonly patientId: string;
  readonly caseId: string;
  readonly doctorId: string;
  readonly orderId: string;
  readonly now: Date;
}

export interface PrescriptionLine {
  readonly productId: string;
  /** Fills after the first one. */
  readonly refills: number;
  /** Days' supply of each fill; null when it replaces a prescription for which that is not known. */
  readonly daysSupply: number | null;
  readonly directions: string;
}

/** Writes a prescription for each line, with a number of its own; it ends the active one of the same product. */
export async function writePrescriptions(
  tx: Tx,
  secrets: Secrets,
  { patientId, caseId, doctorId, orderId, now }: PrescriptionOrigin,
  lines: readonly PrescriptionLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .updateTable("prescription")
    .set({ status: "ended" })
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where(
      "product_id",
      "in",
      lines.map(({ productId }) => productId),
    )
    .execute();
  const rows = lines.map(({ productId, refills, daysSupply, directions }) => {
    const id = newId();
    return {
      id,
      patient_id: patientId,
      care_case_id: caseId,
      doctor_id: doctorId,
      order_id: orderId,
      product_id: productId,
      rx_number: sql<string>`'RX' || nextval('rx_number')`,
      status: "active",
      refills_left: refills,
      days_supply: daysSupply,
      directions_sealed: sealText(secrets, directions, directionsSealContext(id)),
      approved_at: now,
    };
  });
  await tx.insertInto("prescription").values(rows).execute();
}

/** The patient's active prescriptions, by product. */
export const activePrescriptions = async ({ db, secrets }: Deps, patientId: string): Promise<PrescribedItems> =>
  activePrescriptionsFromRows(secrets, await activePrescriptionsQuery(db, patientId).execute());

/** The active prescriptions of these patients, by patient. */
export async function prescribedToAll(
  { db, secrets }: Deps,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, PrescribedItems>> {
  const rows = await activeRows(db)
    .select("prescription.patient_id")
    .where("prescription.patient_id", "in", [...patientIds])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.patient_id)].map(([id, own]) => [id, activePrescriptionsFromRows(secrets, own)]),
  );
}

export const activePrescriptionsQuery = (db: Database, patientId: string) =>
  activeRows(db).where("prescription.patient_id", "=", patientId);

const activeRows = (db: Database) =>
  db
    .selectFrom("prescription")
    .leftJoin("renewal_request", (join) =>
      join.onRef("renewal_request.prescription_id", "=", "prescription.id").on("renewal_request.status", "=", "open"),
    )
    .select([
      "prescription.id",
      "prescription.product_id",
      "prescription.refills_left",
      "prescription.on_hold_at",
      "prescription.directions_sealed",
      "renewal_request.id as asked",
    ])
    .where("prescription.status", "=", "active");

export type ActivePrescriptionRow = Awaited<ReturnType<ReturnType<typeof activePrescriptionsQuery>["execute"]>>[number];

export const activePrescriptionsFromRows = (
  secrets: Secrets,
  rows: readonly ActivePrescriptionRow[],
): PrescribedItems =>
  new Map(
    rows.map((row) => [
      row.product_id,
      {
        prescriptionId: row.id,
        refillsLeft: row.on_hold_at === null ? row.refills_left : 0,
        onHold: row.on_hold_at !== null,
        directions: openText(secrets, row.directions_sealed, directionsSealContext(row.id)),
        renewalRequested: row.asked !== null,
      },
    ]),
  );
