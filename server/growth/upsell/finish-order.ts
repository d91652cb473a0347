import { confirmOrder, isPlaced, isClosedUnpaid, linesOf, lockOrder, orderById } from "#server/orders/public.ts";
import { isChargeCancelRequested } from "#server/payment/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { openUpsellRequest, ordersWithUpsellRequest } from "#server/upsell-requests/public.ts";
import { decideUpsells, unlinkUpsells, findUpsellsOfOrder, findOrdersOfOpenUpsells } from "./upsell-queries.ts";

/**
 * Finishes an order of accepted upsells once it is authorized or paid: they are marked accepted, and it goes to the doctor or, without
 * prescription items, to fulfillment. An order that failed unlinks them. Idempotent; does nothing before the bank answers.
 */
export async function finishUpsellOrder(services: Services & Refuses<"wrong_state">, orderId: string): Promise<void> {
  const unlocked = await orderById(services.db, orderId);
  if (unlocked?.kind !== "upsell") return;
  await inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, unlocked.patient_id);
    const order = await lockOrder(tx.db, orderId);
    if (!order) return;
    const isWithDoctor = (await ordersWithUpsellRequest(tx.db, [orderId])).has(orderId);
    if (isClosedUnpaid(order.status) && !isWithDoctor) return unlinkUpsells(tx.db, orderId);
    if (!isPlaced(order.status) && !isWithDoctor) return;
    const ids = (await findUpsellsOfOrder(tx.db, orderId)).map(({ id }) => id);
    await decideUpsells(tx.db, ids, "accepted", services.clock.now());
    if (isWithDoctor) return;
    const lines = await linesOf(tx.db, [orderId]);
    // A cancelled charge gets an upsell request even without prescription items, so that it can be withdrawn.
    if (lines.some(({ prescription }) => prescription) || (await isChargeCancelRequested(tx.db, orderId)))
      await openUpsellRequest(tx, order);
    else await confirmOrder(tx, order);
  });
}

/** Called by the store when an order is authorized or paid. */
export const finishUpsellOfOrder = (
  services: Services & Refuses<"wrong_state">,
  { orderId }: { readonly orderId: string },
): Promise<void> => finishUpsellOrder(services, orderId);

/** Finishes accepted upsells whose job was lost and unlinks those whose order failed. */
export function defineUpsellJobs(jobs: Jobs, services: Services & Refuses<"wrong_state">): void {
  const { db, log } = services;
  jobs.define(
    "growth.finish-upsells",
    async () => {
      await processEach(log, "accepted offer", await findOrdersOfOpenUpsells(db), (id) =>
        finishUpsellOrder(services, id),
      );
    },
    { cron: "* * * * *" },
  );
}
