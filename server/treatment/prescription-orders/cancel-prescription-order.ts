import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { lockOrder } from "#server/orders/public.ts";
import {
  type TreatmentSnapshot,
  prescriptionOrderFacts,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../treatment-snapshot.ts";
import { withLockedTreatment } from "../lock-treatment.ts";
import { notifyPrescriptionOrderCancelled } from "../notify-patient.ts";
import { clearPaymentFailureIfPaid } from "../billing/clear-payment-failure.ts";
import { warnOfMissingCompanion } from "../companions.ts";
import { refundPrescriptionOrder } from "../billing/cancel-and-refund.ts";
import { settleRenewalOrderInTransaction } from "../billing/settle-renewal-order.ts";
import { planNextCycle } from "./skip-prescription-order.ts";
import { notPastDue } from "../billing/billing-rules.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  findPrescriptionOrder,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { prescriptionOrderObstacle } from "./prescription-order-actions.ts";
import { nextOrderSentence } from "../sentences.ts";

/**
 * Cancels a prescription order that has not left the pharmacy: a paid one is refunded, a scheduled or past-due one is not charged, and the
 * subscription continues with the next one. Returns a sentence. Refuses with `not_found`, `wrong_state`.
 */
export const cancelPrescriptionOrder = (
  services: (Services | TxServices) & Refuses<"wrong_state">,
  patientId: string,
  prescriptionOrderId: string,
): Promise<string> =>
  withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const known = snapshot.prescriptionOrders.find(({ id }) => id === prescriptionOrderId);
    if (!known) throw new Refusal("not_found");
    // A parcel may be leaving right now. With the order locked, the shipment either waits for this transaction or is visible to it.
    const order = known.order_id === null ? undefined : await lockOrder(txServices.db, known.order_id);
    if (order && known.completed_at === null) await settleRenewalOrderInTransaction(txServices, order);
    const prescriptionOrder = (await findPrescriptionOrder(txServices.db, patientId, prescriptionOrderId)) ?? known;
    const facts = prescriptionOrderFacts(snapshot, prescriptionOrder);
    const obstacle = prescriptionOrderObstacle("cancel", { ...facts, order: order?.status ?? facts.order });
    if (obstacle) throw services.refuse(obstacle.code, { message: obstacle.message });
    const warning = await warnOfMissingCompanion(txServices, snapshot, patientId, [prescriptionOrder.subscription_id]);
    if (order && prescriptionOrder.status === "ordered") {
      const refundedCents = await refundPrescriptionOrder(txServices, order, prescriptionOrder);
      // The patient wants nothing now: the next one comes on its day, not at once in its place.
      const next = scheduledPrescriptionOrder(snapshot, prescriptionOrder.subscription_id);
      if (next && next.earliest_charge_on === null)
        await updatePrescriptionOrders(txServices.db, [next.id], { earliest_charge_on: next.charge_on });
      await notifyPrescriptionOrderCancelled(txServices, { patientId, prescriptionOrder, refundedCents });
      return toText(txServices.content, sentence("treatment.order_cancelled_refund"), warning);
    }
    const day = await cancelPlanned(txServices, snapshot, prescriptionOrder);
    await notifyPrescriptionOrderCancelled(txServices, { patientId, prescriptionOrder, refundedCents: 0 });
    const next = day === null ? null : nextOrderSentence(snapshot, day);
    return toText(txServices.content, sentence("treatment.order_cancelled_now"), next, warning);
  });

async function cancelPlanned(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<string | null> {
  const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  await updatePrescriptionOrders(services.db, [prescriptionOrder.id], {
    status: "cancelled",
    held_back_from: null,
    ...notPastDue,
  });
  if (subscription.status === "past_due") {
    await updateSubscriptions(services.db, [subscription.id], { status: "active" });
    await clearPaymentFailureIfPaid(services, prescriptionOrder.patient_id);
  }
  return planNextCycle(services, snapshot, prescriptionOrder);
}
