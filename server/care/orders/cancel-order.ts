import { v5 } from "uuid";
import { caseOfOrder } from "#server/cases/public.ts";
import { linesOf, lockOrder, orderById, type OrderRow, type OrderStatus } from "#server/orders/public.ts";
import { intentOf } from "#server/payment/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { caseStates, orderStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  cancelPrescriptionOrder,
  prescriptionOrdersOfOrder,
  releaseUnusedDiscounts,
} from "#server/treatment/public.ts";
import { lockUpsellRequest, withdrawUpsellRequest } from "#server/upsell-requests/public.ts";
import { applyPlanSettlement } from "../decisions/plans/plan-settlement.ts";
import { withdrawPlanOfOrder } from "../decisions/plans/withdraw-plan.ts";
import { applyUpsellSettlement } from "../decisions/upsells/upsell-settlement.ts";
import { notifyRefunded } from "../refunds/refund-order.ts";
import { cancelPaidLines } from "../refunds/refund-unsent-lines.ts";

const reasonSealContext = sealed("order_cancellation.reason_sealed");
/** UUID namespace of the refund ids of cancelled orders. */
const refundIdNamespace = "a3a0a9f2-0f4e-4a3c-9a0d-5f0c9d7c1b26";

/**
 * Cancels an order that has not been sent, for a patient who asks for it: an undecided plan or upsell is withdrawn and its authorization voided;
 * of a paid order what has not been sent is refunded, and its subscriptions continue with the next one. The patient is notified as if they had done
 * it themselves. `wrong_state`, with a sentence on what to do instead, for any other order. Joins the transaction of `db`.
 */
export function cancelOrder(
  services: Services & Refuses<"wrong_state">,
  orderId: string,
  reason: string,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const known = await orderById(tx.db, orderId);
    if (!known) throw new Refusal("not_found");
    await lockPatientOrders(tx.db, known.patient_id);
    // Starts what a payment just taken starts: only then can it be cancelled.
    if (known.kind === "onboarding") await applyPlanSettlement(tx, orderId);
    if (known.kind === "upsell") await applyUpsellSettlement(tx, orderId);
    // A parcel may be leaving right now: with the row locked, it waits for this transaction or is seen here.
    const order = await lockOrder(tx.db, orderId);
    if (!order) throw new Refusal("not_found");
    const facts = await loadFacts(tx.db, order);
    const message = cancelObstacle(facts);
    if (message !== null) throw services.refuse("wrong_state", { message });
    if (facts.undecided === "upsell") await withdrawUpsellRequest(tx, order.patient_id, orderId);
    else if (facts.undecided === "plan") await withdrawPlanOfOrder(tx, order);
    else await cancelPaidOrder(tx, order);
    await tx.db
      .insertInto("order_cancellation")
      .values({
        order_id: orderId,
        reason_sealed: services.secrets.seal(reason, reasonSealContext(orderId)),
        cancelled_at: services.clock.now(),
      })
      .execute();
  });
}

/** The facts a cancellation depends on. */
interface CancelFacts {
  readonly status: OrderStatus;
  /** The plan or upsell it pays for, while nobody has decided on it. */
  readonly undecided: "plan" | "upsell" | null;
  /** What was decided about an authorization: to take or to release it. */
  readonly captureOrVoid: string | null;
  /** Something of it is still to be sent. */
  readonly hasUnsentLines: boolean;
  readonly cancelledBefore: boolean;
}

const cancelledBefore = "This order is already canceled or declined. What was held or paid goes back to the patient.";
const pendingMessage = "The bank hasn't answered yet. Please try again in a few minutes.";
const nothingTaken = "This order is over and nothing was charged for it, so there's nothing to cancel.";

const finalMessages: Readonly<Record<OrderStatus, string | null>> = {
  authorized: null,
  paid: null,
  pending: pendingMessage,
  authorizing: pendingMessage,
  unknown: pendingMessage,
  mismatch: "The payment doesn't match the order. Please release it instead. That gives all of it back.",
  shipped:
    "The package has left the pharmacy. Please refund the order instead, and cancel the subscription if it should end.",
  delivered: "The package has arrived. Please refund the order instead, and cancel the subscription if it should end.",
  voided: nothingTaken,
  failed: nothingTaken,
  cancelled: nothingTaken,
  refunded: "All of this order has already been refunded.",
};

/** Why an order cannot be cancelled now, and what to do instead; null when it can. */
export function cancelObstacle(facts: CancelFacts): string | null {
  const { status, undecided, captureOrVoid, hasUnsentLines } = facts;
  if (finalMessages[status] !== null) return finalMessages[status];
  if (facts.cancelledBefore || captureOrVoid === "void") return cancelledBefore;
  if (status === "authorized" && captureOrVoid === "capture")
    return "A doctor has approved this order and its payment is being taken. Please try again in a few minutes.";
  if (undecided !== null) return null;
  if (status === "authorized") return "This order is just reaching the doctor. Please try again in a minute.";
  return hasUnsentLines ? null : cancelledBefore;
}

async function loadFacts(db: TxServices["db"], { id, status, kind }: OrderRow): Promise<CancelFacts> {
  const charge = orderStates.payable.has(status) ? await intentOf(db, id) : null;
  const lines = await linesOf(db, [id]);
  return {
    status,
    undecided: await undecidedBy(db, id, kind),
    captureOrVoid: charge?.capture_or_void ?? null,
    hasUnsentLines: lines.some(({ cancelled_at }) => cancelled_at === null),
    cancelledBefore: (await cancellationOf(db, id)) !== undefined,
  };
}

async function undecidedBy(db: TxServices["db"], orderId: string, kind: string): Promise<CancelFacts["undecided"]> {
  if (kind === "upsell") return (await lockUpsellRequest(db, orderId))?.status === "open" ? "upsell" : null;
  const status = kind === "onboarding" ? (await caseOfOrder(db, orderId))?.status : undefined;
  return caseStates.undecided.has(status) ? "plan" : null;
}

/** What subscriptions ordered is cancelled as the patient can; then whatever else is left in the order. */
async function cancelPaidOrder(services: TxServices & Refuses<"wrong_state">, order: OrderRow): Promise<void> {
  const { db } = services;
  const prescriptionOrders = await prescriptionOrdersOfOrder(db, order.id);
  for (const { id } of prescriptionOrders.filter(({ status }) => status === "ordered"))
    await cancelPrescriptionOrder(services, order.patient_id, id);
  const refundId = v5(order.id, refundIdNamespace);
  const amountCents = await cancelPaidLines(services, order.id, {
    isCancelled: () => true,
    refundId,
    reason: "The patient cancelled it",
  });
  // What was sent of it keeps its discount.
  if ((await linesOf(db, [order.id])).every(({ cancelled_at }) => cancelled_at !== null))
    await releaseUnusedDiscounts(services, order.patient_id, order.id);
  if (amountCents > 0) await notifyRefunded(services, order, { refundId, amountCents });
}

const cancellationOf = (db: Database, orderId: string) =>
  db.selectFrom("order_cancellation").select("order_id").where("order_id", "=", orderId).executeTakeFirst();

/** The patient's orders that the practice cancelled, newest first, with the reason. */
export async function cancelledOrdersOf(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<{ orderid: string; at: string; reason: string }[]> {
  const rows = await db
    .selectFrom("order_cancellation")
    .innerJoin("customer_order", "customer_order.id", "order_cancellation.order_id")
    .select(["order_id", "cancelled_at", "reason_sealed"])
    .where("customer_order.patient_id", "=", patientId)
    .orderBy("cancelled_at", "desc")
    .execute();
  return rows.map(({ order_id, cancelled_at, reason_sealed }) => ({
    orderid: order_id,
    at: cancelled_at.toISOString(),
    reason: secrets.open<string>(reason_sealed, reasonSealContext(order_id)),
  }));
}
