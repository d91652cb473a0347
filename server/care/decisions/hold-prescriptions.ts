import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import {
  holdBackPrescriptionOrders,
  withdrawSuggestionsOf,
  withdrawTreatmentChangesTo,
} from "#server/treatment/public.ts";
import { withdrawUpsellRequestsFor } from "#server/upsell-requests/public.ts";

/**
 * Puts prescriptions on hold, because a patient's answer speaks against their products or a doctor says so: nothing more of them is charged or sent
 * until a doctor prescribes them again or releases them. Treatment changes and suggestions the patient has not agreed to, and upsell requests the doctor has not decided, are withdrawn.
 * Joins the caller's transaction; idempotent.
 */
export async function putPrescriptionsOnHold(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  affects: (productId: string) => boolean,
  /** Whether a doctor has to decide what becomes of them; not where one has just put them on hold. */
  { asksDoctor }: { readonly asksDoctor: boolean } = { asksDoctor: true },
): Promise<void> {
  const { db, clock } = services;
  await lockPatientOrders(db, patientId);
  await withdrawUpsellRequestsFor(services, patientId, affects);
  await withdrawTreatmentChangesTo(services, patientId, affects);
  await withdrawSuggestionsOf(db, patientId, affects, clock.now());
  const prescribed = await db
    .selectFrom("prescription")
    .select(["id", "product_id", "status"])
    .where("patient_id", "=", patientId)
    // A replaced product may be paid and not sent yet.
    .where((where) => where.or([where("status", "=", "active"), where("discontinued_at", "is not", null)]))
    .where("on_hold_at", "is", null)
    .execute();
  const affected = prescribed.filter(({ product_id }) => affects(product_id));
  if (affected.length === 0) return;
  await db
    .updateTable("prescription")
    .set({ on_hold_at: clock.now() })
    .where(
      "id",
      "in",
      affected.map(({ id }) => id),
    )
    .execute();
  await holdBackPrescriptionOrders(
    services,
    patientId,
    affected.map(({ product_id }) => product_id),
  );
  if (!asksDoctor) return;
  for (const { id, status } of affected)
    if (status === "active") await requestPrescriptionRenewal(services, patientId, id);
}
