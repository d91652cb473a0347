import { FailedTransactionReason } from "#contract/entities.ts";
import { dollarsText } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { updatePatient } from "#server/auth/public.ts";
import { tell } from "#server/notifications/public.ts";
import { reopenCheckout } from "#server/onboarding/public.ts";
import {
  lockOrdersOf,
  orderById,
  type OrderRow,
  recordProgress,
  releaseDiscounts,
  tellReleased,
} from "#server/store/public.ts";
import {
  activateSubscriptions,
  cancelPending,
  giveBackFirst,
  isCalledOff,
  oweFirstSupplies,
  tellOfFailure,
} from "#server/treatment/public.ts";
import { caseOfOrder, changeCase, lockCase } from "./cases.ts";
import { afterMoney } from "./plan-rules.ts";

/**
 * What follows once the money of an order was taken or let go. Approved: it goes to the pharmacy, its subscriptions run, she is told; or,
 * where the money could not be taken, she is asked for another card. Not decided yet and the hold is gone: the case ends, and she is asked
 * to confirm her order again. Any number of times, it happens once.
 */
export function settlePlan(parts: Services, orderId: string): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const known = await caseOfOrder(tx, orderId);
    if (known) await lockOrdersOf(tx, known.patient_id);
    const found = known && (await lockCase(tx, known.id));
    const order = await orderById(tx, orderId);
    if (!found || !order || found.settled_at !== null) return;
    const next = afterMoney(found.status, order.status);
    if (next === null) return;
    const changes = { settled_at: parts.clock.now(), ...(next === "lapse" ? { status: "lapsed" } : {}) };
    await changeCase(tx, found.id, [found.status], changes);
    await follow[next](inTx, order, found.id);
  });
}

const follow = { fill, ask_card: askForCard, lapse };

/** An approved order was paid: it goes to the pharmacy, its subscriptions run, and she is told once by `decisionId`. */
export async function fill(parts: TxServices, order: OrderRow, decisionId: string): Promise<void> {
  // She cancelled all of it while it was being paid.
  if (await giveBackFirst(parts, order)) return;
  if (order.status === "paid") await recordProgress(parts, order.id, "pharmacy");
  await activateSubscriptions(parts, order.id);
  const values = { total: dollarsText(order.total_cents), ordernumber: order.number ?? "", orderid: order.id };
  await tell(parts, { patientId: order.patient_id, what: "plan_approved", values, dedupeKey: decisionId });
}

/** The money of an approved order could not be taken: she owes its first supplies and is asked for another card. */
export async function askForCard(parts: TxServices, order: OrderRow): Promise<void> {
  if (await isCalledOff(parts.db, order.id)) return releaseDiscounts(parts.db, order.id, parts.clock.now());
  const reason = FailedTransactionReason.safeParse(order.decline_code).data ?? "generic_decline";
  await updatePatient(parts, order.patient_id, { failedTransactionReason: reason });
  const retryOn = await oweFirstSupplies(parts, order);
  await tellOfFailure(parts, { order, retryOn });
}

async function lapse(parts: TxServices, order: OrderRow): Promise<void> {
  await cancelPending(parts, order.id);
  const { patient_id: patientId } = order;
  if (!(await reopenCheckout(parts, { patientId, orderId: order.id }))) return tellReleased(parts, order);
  const values = { ordernumber: order.number ?? "" };
  await tell(parts, { patientId, what: "hold_lapsed", values, dedupeKey: order.id });
}
