import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { lockOrdersOf } from "#server/orders/public.ts";
import { loadTreatmentSnapshot, type TreatmentSnapshot } from "./treatment-snapshot.ts";

/** Runs `work` on a patient's treatment snapshot while holding the patient's order lock. Joins the transaction of `services.db`. */
export function withLockedTreatment<S extends Services | TxServices, T>(
  services: S,
  patientId: string,
  work: (txServices: Omit<S, "db"> & { readonly db: Tx }, snapshot: TreatmentSnapshot) => Promise<T>,
): Promise<T> {
  return inTransaction<S, T>(services, async (txServices) => {
    const tx: TxServices = { ...services, db: txServices.db };
    await lockOrdersOf(tx.db, patientId);
    return work(txServices, await loadTreatmentSnapshot(tx, patientId, await activePrescriptions(tx, patientId)));
  });
}
