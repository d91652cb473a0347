import { lockOrder } from "#server/orders/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { warnOfMissingCompanion } from "../calendar/companions.ts";
import { cancelledColumns } from "../charge-days.ts";
import { refundPrescriptionOrder } from "../charges/cancel-and-refund.ts";
import { clearPaymentFailureIfPaid } from "../charges/clear-payment-failure.ts";
import { notifyPrescriptionOrderCancelled } from "../notify-patient.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  findPrescriptionOrder,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { nextOrderSentence } from "../sentences.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { prescriptionOrderObstacle } from "../snapshot/prescription-order-actions.ts";
import {
  type TreatmentSnapshot,
  prescriptionOrderFacts,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";
import { settleRenewalOrderInTransaction } from "./settle-renewal-order.ts";
import { planNextCycle } from "./skip-prescription-order.ts";

/**
 * Cancels a prescription order that has not left the pharmacy: a paid one is refunded, a scheduled or past-due one is not charged, and the
 * subscription continues with the next one. Returns a sentence. Refuses with `not_found`, `wrong_state`.
 */
export const cancelPrescriptionOrder = (
  services: (Services | TxServices) & Refuses<"wrong_state">,
  patientId: string,
  prescriptionOrderId: string,
): Promise<string> =>
  actOnTreatment(services, patientId, {
    load: async (tx, snapshot) => {
      const known = snapshot.prescriptionOrders.find(({ id }) => id === prescriptionOrderId);
      if (!known) return undefined;
      // A parcel may be leaving right now. With the order locked, the shipment either waits for this transaction or is visible to it.
      const order = known.order_id === null ? undefined : await lockOrder(tx.db, known.order_id);
      if (order && known.completed_at === null) await settleRenewalOrderInTransaction(tx, order);
      const prescriptionOrder = (await findPrescriptionOrder(tx.db, patientId, prescriptionOrderId)) ?? known;
      return { order, prescriptionOrder };
    },
    obstacle: (_, snapshot, { order, prescriptionOrder }) => {
      const facts = prescriptionOrderFacts(snapshot, prescriptionOrder);
      return prescriptionOrderObstacle("cancel", { ...facts, order: order?.status ?? facts.order });
    },
    perform: async (tx, snapshot, { order, prescriptionOrder }) => {
      const warning = await warnOfMissingCompanion(tx, snapshot, patientId, [prescriptionOrder.subscription_id]);
      if (order && prescriptionOrder.status === "ordered") {
        const refundedCents = await refundPrescriptionOrder(tx, order, prescriptionOrder);
        // The patient wants nothing now: the next one comes on its day, not at once in its place.
        const next = scheduledPrescriptionOrder(snapshot, prescriptionOrder.subscription_id);
        if (next && next.earliest_charge_on === null)
          await updatePrescriptionOrders(tx.db, [next.id], { earliest_charge_on: next.charge_on });
        await notifyPrescriptionOrderCancelled(tx, { patientId, prescriptionOrder, refundedCents });
        return toText(tx.content, sentence("treatment.order_cancelled_refund"), warning);
      }
      const day = await cancelPlanned(tx, snapshot, prescriptionOrder);
      await notifyPrescriptionOrderCancelled(tx, { patientId, prescriptionOrder, refundedCents: 0 });
      const next = day === null ? null : nextOrderSentence(snapshot, day);
      return toText(tx.content, sentence("treatment.order_cancelled_now"), next, warning);
    },
  });

async function cancelPlanned(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<string | null> {
  const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  await updatePrescriptionOrders(services.db, [prescriptionOrder.id], cancelledColumns);
  if (subscription.status === "past_due") {
    await updateSubscriptions(services.db, [subscription.id], { status: "active" });
    await clearPaymentFailureIfPaid(services, prescriptionOrder.patient_id);
  }
  return planNextCycle(services, snapshot, prescriptionOrder);
}
