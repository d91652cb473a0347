import type { TxServices } from "#server/platform/services.ts";
import { lockOrdersOf } from "#server/store/public.ts";
import { putPrescriptionOrdersOnHold, withdrawTreatmentChangesTo } from "#server/treatment/public.ts";
import { requestRenewal } from "../renewals/decide-renewal.ts";
import { withdrawUpsellRequestsFor } from "../withdraw-addition.ts";

/**
 * Something a patient told speaks against products: nothing more of what is prescribed of them is charged or sent until a doctor prescribes
 * it again, and what waits for a yes, the patient's to a change or the doctor's to an upsell, is withdrawn. In the transaction of the caller;
 * again it changes nothing.
 */
export async function putPrescriptionsOnHold(
  services: TxServices,
  patientId: string,
  affects: (productId: string) => boolean,
): Promise<void> {
  const { db, clock } = services;
  await lockOrdersOf(db, patientId);
  await withdrawUpsellRequestsFor(services, patientId, affects);
  await withdrawTreatmentChangesTo(db, patientId, affects, clock.now());
  const prescribed = await db
    .selectFrom("prescription")
    .select(["id", "product_id", "status"])
    .where("patient_id", "=", patientId)
    // What was replaced may have been paid and not sent.
    .where((where) => where.or([where("status", "=", "active"), where("replaced_at", "is not", null)]))
    .where("withheld_at", "is", null)
    .execute();
  const affected = prescribed.filter(({ product_id }) => affects(product_id));
  if (affected.length === 0) return;
  await db
    .updateTable("prescription")
    .set({ withheld_at: clock.now() })
    .where(
      "id",
      "in",
      affected.map(({ id }) => id),
    )
    .execute();
  await putPrescriptionOrdersOnHold(
    services,
    patientId,
    affected.map(({ product_id }) => product_id),
  );
  for (const { id, status } of affected) if (status === "active") await requestRenewal(services, patientId, id);
}
