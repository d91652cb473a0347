import type { Tx } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { latestCase } from "#server/cases/public.ts";
import { writePrescriptions, type PrescriptionOrigin, type PrescriptionLine } from "./prescriptions.ts";

/**
 * Discontinues a product that another one replaces: its prescription ends and its open renewal request is closed. What was paid before is
 * still sent.
 */
export async function discontinuePrescription(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  productId: string,
): Promise<void> {
  const now = clock.now();
  const discontinued = await db
    .updateTable("prescription")
    .set({ status: "ended", discontinued_at: now })
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("status", "=", "active")
    .returning("id")
    .execute();
  for (const { id } of discontinued)
    await db
      .updateTable("renewal_request")
      .set({ status: "replaced", decided_at: now })
      .where("prescription_id", "=", id)
      .where("status", "=", "open")
      .execute();
}

/** Writes the prescription of the replacement, with a number of its own. Refuses `wrong_state` without a visit. */
export async function prescribeReplacement(
  { db, secrets, clock, refuse }: Pick<TxServices, "db" | "secrets" | "clock"> & Refuses<"wrong_state">,
  {
    productId,
    refills,
    fillDays,
    directions,
    ...origin
  }: Omit<PrescriptionOrigin, "caseId" | "now"> & PrescriptionLine,
): Promise<void> {
  const latest = await latestCase(db, origin.patientId);
  if (!latest) throw refuse("wrong_state");
  await writePrescriptions(db, secrets, { ...origin, caseId: latest.id, now: clock.now() }, [
    { productId, refills, fillDays, directions },
  ]);
}

/** The patient's products that the pharmacy may dispense: prescribed and not on hold, or paid before another product replaced them. */
export async function dispensableProducts(db: Tx, patientId: string): Promise<ReadonlySet<string>> {
  const latest = await db
    .selectFrom("prescription")
    .distinctOn("product_id")
    .select(["product_id", "status", "on_hold_at", "discontinued_at"])
    .where("patient_id", "=", patientId)
    .orderBy("product_id")
    .orderBy("approved_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const dispensable = latest.filter(
    ({ status, on_hold_at, discontinued_at }) =>
      on_hold_at === null && (status === "active" || discontinued_at !== null),
  );
  return new Set(dispensable.map(({ product_id }) => product_id));
}
