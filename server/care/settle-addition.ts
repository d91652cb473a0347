import { transact } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { lockOrdersOf, orderById, type OrderRow } from "#server/store/public.ts";
import { afterAddition } from "./addition-rules.ts";
import { changeAddition, lockAdditionOf } from "./additions.ts";
import { askForCard, fill } from "./settle-plan.ts";

/** Where she orders again. */
const home = "/home";

/**
 * What follows once the money of what she added was taken or let go. Approved: it goes to the pharmacy, its subscriptions run, she is told;
 * or, where the money could not be taken, she is asked for another card. Not decided yet and the hold is gone: it lapses, and she is asked
 * to order again. Any number of times, it happens once.
 */
export function settleAddition(parts: Services, orderId: string): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const known = await orderById(tx, orderId);
    if (known?.kind !== "upsell") return;
    await lockOrdersOf(tx, known.patient_id);
    const found = await lockAdditionOf(tx, orderId);
    const order = await orderById(tx, orderId);
    if (!found || !order || found.settled_at !== null) return;
    const next = afterAddition(found.status, order.status);
    if (next === null) return;
    const now = parts.clock.now();
    const lapsed = next === "lapse" ? { status: "lapsed" as const, decided_at: now } : {};
    await changeAddition(tx, found.id, found.status, { settled_at: now, ...lapsed });
    await follow[next](inTx, order, found.id);
  });
}

const follow = { fill, ask_card: askForCard, lapse };

async function lapse(parts: TxServices, { id, patient_id: patientId, number }: OrderRow): Promise<void> {
  const values = { ordernumber: number ?? "" };
  await tell(parts, { patientId, what: "hold_lapsed", values, href: home, dedupeKey: id });
}
