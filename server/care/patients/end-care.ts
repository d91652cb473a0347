import { latestCase } from "#server/cases/public.ts";
import { type OrderStatus, resolveMismatch, voidWithdrawnOrder } from "#server/orders/public.ts";
import { requestChargeCancel } from "#server/payment/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses, refusesAny } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { withdrawSuggestionsOf } from "#server/treatment/public.ts";
import { withdrawAllUpsellRequests } from "#server/upsell-requests/public.ts";
import { withdrawPlan } from "../decisions/plans/withdraw-plan.ts";
import { issueRefund } from "../refunds/refund-order.ts";
import { refundRest } from "../refunds/refund-unsent-lines.ts";

/**
 * Ends open care and open payments of a patient whose account closes: an undecided plan lapses, upsell requests and suggested medicines are withdrawn, upsell
 * offers denied, authorizations voided, pending charges cancelled, and what is paid and has not left is refunded, also the rest of an order of which a part has.
 */
export async function endCare(services: TxServices & Refuses<"wrong_state">, patientId: string): Promise<void> {
  await lockPatientOrders(services.db, patientId);
  await withdrawUndecided(services, patientId);
  await cancelOpenOrders(services, patientId, [...orderStates.cancellable.list, "shipped"]);
}

/** Ends what waits for a decision, and releases what is reserved for it; the caller holds the lock of the patient's orders. What is paid is still sent. */
export async function endUndecided(services: TxServices & Refuses<"wrong_state">, patientId: string): Promise<void> {
  await withdrawUndecided(services, patientId);
  const undecided = orderStates.cancellable.list.filter((status) => status !== "paid");
  await cancelOpenOrders(services, patientId, undecided);
}

async function withdrawUndecided(services: TxServices & Refuses<"wrong_state">, patientId: string): Promise<void> {
  const { db, clock } = services;
  const latest = await latestCase(db, patientId);
  if (latest) await withdrawPlan(services, latest);
  await withdrawAllUpsellRequests(services, patientId);
  await withdrawSuggestionsOf(db, patientId, () => true, clock.now());
  await db
    .updateTable("upsell")
    .set({ status: "denied", decided_at: clock.now() })
    .where("patient_id", "=", patientId)
    .where("status", "=", "open")
    .execute();
}

async function cancelOpenOrders(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  statuses: readonly OrderStatus[],
): Promise<void> {
  const orders = await services.db
    .selectFrom("customer_order")
    .select(["id", "status"])
    .where("patient_id", "=", patientId)
    .where("status", "in", [...statuses])
    .execute();
  for (const { id: orderId, status } of orders) {
    if (status === "paid") await refundUnshipped(services, orderId);
    else if (status === "shipped") await refundRest(services, orderId);
    else if (status === "authorized") await voidWithdrawnOrder(services, orderId);
    else if (status === "mismatch") await resolveMismatch(services, orderId, "release");
    else await requestChargeCancel(services.db, orderId);
  }
}

/** Refunds what is left of a paid, unshipped order; does nothing where all of it was refunded already. */
async function refundUnshipped(services: TxServices, orderId: string): Promise<void> {
  const input = { orderId, amountCents: null, reason: "Account closed", key: "account closed" };
  await issueRefund({ ...services, ...refusesAny }, input).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
