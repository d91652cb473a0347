import { inTransaction } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { loadTreatmentSnapshot, type TreatmentSnapshot } from "./treatment-snapshot.ts";

/** Runs `work` on a patient's treatment snapshot while holding the patient's order lock. Joins the transaction of `services.db`. */
export function withLockedTreatment<T>(
  services: Services | TxServices,
  patientId: string,
  work: (txServices: TxServices, snapshot: TreatmentSnapshot) => Promise<T>,
): Promise<T> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    return work(tx, await loadTreatmentSnapshot(tx, patientId, await activePrescriptions(tx, patientId)));
  });
}
