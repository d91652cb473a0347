import type { TxServices } from "#server/platform/services.ts";
import { reinstatePrescription } from "#server/prescriptions/public.ts";
import { releasePrescriptionOrders } from "../prescription-orders/apply-prescription-decision.ts";
import { updateSubscriptions } from "../queries.ts";
import {
  prescriptionStoppedLast,
  settleTreatmentChange,
  type TreatmentChangeRow,
  waitingTreatmentChange,
} from "./change-queries.ts";

/** What stands in the way of taking a change back: none waits, or nothing was prescribed before it. */
export type WithdrawObstacle = "none_waiting" | "nothing_before";

/**
 * A doctor takes back a change the patient hasn't answered: everything is as before it, also what it stopped. Returns what stands in the way, and has then
 * done nothing that may be kept; null when it's taken back. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function withdrawTreatmentChange(
  services: TxServices,
  subscriptionId: string,
): Promise<WithdrawObstacle | null> {
  const { db, clock } = services;
  const change = await waitingTreatmentChange(db, subscriptionId);
  if (!change) return "none_waiting";
  await settleTreatmentChange(db, change.id, "withdrawn", clock.now());
  return (await undoStop(services, change)) ? null : "nothing_before";
}

/**
 * What was stopped until the patient's answer, by this change or by one it took the place of, is prescribed, taken and sent as before. False where nothing
 * was prescribed before it, so that there is nothing to go back to. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function undoStop(
  services: TxServices,
  { patient_id: patientId, subscription_id: id }: TreatmentChangeRow,
): Promise<boolean> {
  const { db } = services;
  const { discontinued_on, product_id: productId } = await db
    .selectFrom("subscription")
    .select(["discontinued_on", "product_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (discontinued_on === null) return true;
  const stopped = await prescriptionStoppedLast(db, id);
  if (stopped === null || !(await reinstatePrescription(db, stopped))) return false;
  await updateSubscriptions(db, [id], { discontinued_on: null });
  // What was put on hold meanwhile goes back to being on hold: its orders wait for the release.
  if (!(await isOnHold(services, stopped))) await releasePrescriptionOrders(services, patientId, productId);
  return true;
}

const isOnHold = async ({ db }: TxServices, id: string): Promise<boolean> => {
  const row = await db.selectFrom("prescription").select("on_hold_at").where("id", "=", id).executeTakeFirst();
  return row !== undefined && row.on_hold_at !== null;
};
