import type { treatment } from "#contract/treatment/calls.ts";
import type { PlanStatus } from "#contract/treatment/plan.ts";
import { caseOfOrder, type CaseRow, lockCase, updateCase } from "#server/cases/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { lockOrder, orderById, type OrderRow, type OrderStatus, voidWithdrawnOrder } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { caseStates, orderStates } from "#server/platform/database/states.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { cancelPendingSubscriptions } from "#server/treatment/public.ts";
import { planStatuses } from "../../chart/plan.ts";
import { applyPlanSettlement } from "./plan-settlement.ts";

/** Why a patient can't withdraw a plan now, `unsettled` while the bank or the hand-over is still under way; null when they can. */
export function planWithdrawalObstacle(plan: PlanStatus | null, order: OrderStatus): Sentence | "unsettled" | null {
  if (orderStates.unsettled.has(order) || plan === null) return "unsettled";
  if (plan === "approved") return sentence("treatment.plan_approved_already");
  if (plan === "declined") return sentence("treatment.plan_declined_already");
  if (plan === "none") return sentence("treatment.plan_over");
  // Money that differs from the order is settled by a person.
  if (!orderStates.payable.has(order)) return sentence("treatment.plan_payment_differs");
  return null;
}

/**
 * Withdraws the plan of an order for its patient, before a doctor decides: as if nothing had been ordered. A decision made at the same time waits for
 * the same lock, so one of the two holds and the other learns of it. Idempotent.
 */
export async function withdrawOwnPlan(
  services: Services & Refuses<"wrong_state" | "payment_pending">,
  patientId: string,
  orderId: string,
): Promise<void> {
  await inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    const known = await orderById(tx.db, orderId);
    if (known?.patient_id !== patientId || known.kind !== "onboarding") throw new Refusal("not_found");
    // Starts what a payment just made starts: only then can it be withdrawn.
    await applyPlanSettlement(tx, orderId);
    const order = (await lockOrder(tx.db, orderId)) ?? known;
    const found = await caseOfOrder(tx.db, orderId);
    if (found?.withdrawn_at) return;
    const obstacle = planWithdrawalObstacle(found ? planStatuses[found.status] : null, order.status);
    if (obstacle === "unsettled") throw services.refuse("payment_pending");
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    await withdrawPlanOfOrder(tx, order);
  });
}

/** Ends an undecided plan and voids its order; the patient is notified. The caller's transaction holds the lock of the patient's orders. */
export async function withdrawPlanOfOrder(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
): Promise<void> {
  const found = await caseOfOrder(services.db, order.id);
  if (!found || !(await withdrawPlan(services, found))) throw services.refuse("wrong_state");
  await voidWithdrawnOrder(services, order.id);
  await notifyAndMail(services, {
    patientId: order.patient_id,
    template: "order_withdrawn",
    values: { ordernumber: order.number ?? "", orderid: order.id },
    dedupeKey: order.id,
  });
}

/**
 * Ends an undecided plan: its case lapses, and nothing of it starts. The caller voids its order, in a transaction that holds the lock of the patient's
 * orders. False once it is decided.
 */
export async function withdrawPlan(services: TxServices, { id, order_id }: CaseRow): Promise<boolean> {
  const { db, clock } = services;
  await lockCase(db, id);
  const now = clock.now();
  const changes = { status: "lapsed" as const, payment_settled_at: now, withdrawn_at: now };
  if (!(await updateCase(db, id, caseStates.undecided.list, changes))) return false;
  await cancelPendingSubscriptions(services, order_id);
  return true;
}

/** The patient's own call about a plan under review. */
export const planWithdrawalHandlers = {
  withdrawPlan: async ({ params }, ctx) => {
    await withdrawOwnPlan(ctx, ctx.caller.patientId, params.id);
    return { message: toText(ctx.content, sentence("treatment.plan_withdrawn")) };
  },
} satisfies Pick<Handlers<typeof treatment>, "withdrawPlan">;
