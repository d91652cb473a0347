import { sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import type { PrescribedItem } from "#server/treatment/public.ts";
import { directionsOf, openWords, sealWords } from "./sealed-words.ts";

type Parts = Pick<Services, "secrets"> & { readonly db: Database };

export interface Written {
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
  readonly directions: string;
}

/** Writes a prescription for each line, with a number of its own; a product is prescribed once per case. */
export async function writePrescriptions(
  tx: Tx,
  secrets: Secrets,
  { patientId, caseId, doctorId, orderId, now }: Written,
  lines: readonly PrescriptionLine[],
): Promise<void> {
  const rows = lines.map(({ productId, refills, directions }) => {
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
      directions_sealed: sealWords(secrets, directions, directionsOf(id)),
      approved_at: now,
    };
  });
  if (rows.length > 0) await tx.insertInto("prescription").values(rows).execute();
}

/** What is prescribed to her now, by product. */
export async function prescribedTo(
  { db, secrets }: Parts,
  patientId: string,
): Promise<ReadonlyMap<string, PrescribedItem>> {
  const rows = await db
    .selectFrom("prescription")
    .select(["id", "product_id", "refills_left", "directions_sealed"])
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .orderBy("approved_at")
    .execute();
  return new Map(
    rows.map((row) => [
      row.product_id,
      { refillsLeft: row.refills_left, directions: openWords(secrets, row.directions_sealed, directionsOf(row.id)) },
    ]),
  );
}
