import { transact } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { openAddition, withAddition } from "#server/care/public.ts";
import { wasCalledOff } from "#server/payment/public.ts";
import { confirmOrder, isBought, isDead, linesOf, lockOrder, lockOrdersOf, orderById } from "#server/store/public.ts";
import { decideUpsells, freeUpsells, upsellsOfOrder } from "./queries.ts";

/**
 * What follows once the order of accepted offers is authorized or paid: they are accepted, and it goes to her doctor, or, without
 * prescription items, to those who pack it. One that came to nothing frees them. Told any number of times, it happens once; before the bank's
 * answer it does nothing.
 */
export async function finishUpsell(services: Services, orderId: string): Promise<void> {
  const known = await orderById(services.db, orderId);
  if (known?.kind !== "upsell") return;
  await transact(services.db, async (tx) => {
    const inTx = { ...services, db: tx };
    await lockOrdersOf(tx, known.patient_id);
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    const isAdded = (await withAddition(tx, [orderId])).has(orderId);
    if (isDead(order.status) && !isAdded) return freeUpsells(tx, orderId);
    if (!isBought(order.status) && !isAdded) return;
    const ids = (await upsellsOfOrder(tx, orderId)).map(({ id }) => id);
    await decideUpsells(tx, ids, "accepted", services.clock.now());
    if (isAdded) return;
    const lines = await linesOf(tx, [orderId]);
    // What was called off is an addition whatever it is, so that it can be taken back.
    if (lines.some(({ prescription }) => prescription) || (await wasCalledOff(tx, orderId)))
      await openAddition(inTx, order);
    else await confirmOrder(inTx, order);
  });
}
