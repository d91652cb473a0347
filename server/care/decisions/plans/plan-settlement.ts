import { formatCents } from "#contract/fields/numbers.ts";
import { FailedTransactionReason } from "#contract/payment.ts";
import { updatePatient } from "#server/auth/public.ts";
import { caseOfOrder, updateCase, lockCase } from "#server/cases/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { reopenCheckout } from "#server/onboarding/public.ts";
import {
  isGivenBack,
  orderById,
  type OrderRow,
  recordFulfillment,
  notifyPaymentReleased,
} from "#server/orders/public.ts";
import { refundableCents } from "#server/payment/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  activateSubscriptions,
  cancelPendingSubscriptions,
  refundCancelledPrescriptionOrders,
  isFullyCancelled,
  markFirstOrdersPastDue,
  planFirstOrdersAgain,
  notifyPaymentFailed,
  releaseUnusedDiscounts,
} from "#server/treatment/public.ts";
import { planSettlementStep } from "./plan-rules.ts";

/**
 * Settles a plan once the payment of its order is captured or voided. Approved and captured: it goes to the pharmacy, its subscriptions
 * start, the patient is notified. Approved and voided: the patient is asked for another card. Undecided and voided: the case lapses, and
 * the patient is asked to confirm the order again. Idempotent.
 */
export function applyPlanSettlement(services: Services & Refuses<"wrong_state">, orderId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const known = await caseOfOrder(tx.db, orderId);
    if (known) await lockPatientOrders(tx.db, known.patient_id);
    const found = known && (await lockCase(tx.db, known.id));
    const order = await orderById(tx.db, orderId);
    if (!found || !order || found.payment_settled_at !== null) return;
    const next = planSettlementStep(found.status, order.status);
    if (next === null) return;
    const changes = {
      payment_settled_at: services.clock.now(),
      ...(next === "lapse" ? { status: "lapsed" as const } : {}),
    };
    await updateCase(tx.db, found.id, [found.status], changes);
    await settlementSteps[next](tx, order, found.id);
  });
}

const settlementSteps = { fill: releaseToPharmacy, ask_card: askForCard, lapse };

/** Releases a paid, approved order to the pharmacy, starts its subscriptions and notifies the patient, once per `decisionId`. */
export async function releaseToPharmacy(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
  decisionId: string,
): Promise<void> {
  // The patient cancelled all of it during the capture.
  if (await refundCancelledPrescriptionOrders(services, order)) return;
  if (order.status === "paid") await recordFulfillment(services, order.id, "pharmacy");
  await activateSubscriptions(services, order.id);
  const about = { patientId: order.patient_id, dedupeKey: decisionId };
  const values = { total: formatCents(order.total_cents), ordernumber: order.number ?? "", orderid: order.id };
  const refundCents = order.total_cents - (await refundableCents(services.db, order.id));
  await (refundCents > 0
    ? notifyAndMail(services, {
        ...about,
        template: "plan_approved_in_part",
        values: { ...values, refund: formatCents(refundCents) },
      })
    : notifyAndMail(services, { ...about, template: "plan_approved", values }));
}

/**
 * The capture of an approved order failed: its first prescription orders are past due and the patient is asked for another card. A payment the practice
 * gave back was not declined: the patient was told of that, and is reminded of the charge that follows like of any other.
 */
export async function askForCard(services: TxServices, order: OrderRow): Promise<void> {
  if (await isFullyCancelled(services.db, order.id))
    return releaseUnusedDiscounts(services, order.patient_id, order.id);
  if (await isGivenBack(services.db, order.id)) return planFirstOrdersAgain(services, order);
  const reason = FailedTransactionReason.safeParse(order.decline_code).data ?? "generic_decline";
  await updatePatient(services, order.patient_id, { failedTransactionReason: reason });
  const retryOn = await markFirstOrdersPastDue(services, order);
  await notifyPaymentFailed(services, { order, retryOn });
}

async function lapse(services: TxServices, order: OrderRow): Promise<void> {
  await cancelPendingSubscriptions(services, order.id);
  const { patient_id: patientId } = order;
  if (!(await reopenCheckout(services, { patientId, orderId: order.id })))
    return notifyPaymentReleased(services, order);
  const values = { ordernumber: order.number ?? "" };
  await notifyAndMail(services, { patientId, template: "hold_lapsed", values, dedupeKey: order.id });
}
