import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { lockOrder } from "#server/store/public.ts";
import { type Book, factsOf, scheduledSupply, subscriptionIn } from "./book.ts";
import { withBook } from "./her-book.ts";
import { tellOfCancelledSupply } from "./letters.ts";
import { forgiveIfNothingOwed } from "./owing.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { giveBack, settle } from "./settle-renewal.ts";
import { planAfter } from "./skip.ts";
import { changeSubscriptions, changeSupplies, owingNothing, supplyOf, type SupplyRow } from "./supply-queries.ts";
import { supplyObstacle } from "./supply-rules.ts";
import { nextOrderText } from "./texts.ts";

/**
 * Cancels a supply that has not left the pharmacy: one that was paid is refunded, one that was owed or planned is not charged, and the
 * subscription goes on with the next. Returns a sentence. Refuses with `not_found`, `wrong_state`.
 */
export const cancelSupply = (services: Services | TxServices, patientId: string, supplyId: string): Promise<string> =>
  withBook(services, patientId, async (parts, book) => {
    const known = book.supplies.find(({ id }) => id === supplyId);
    if (!known) throw new Refusal("not_found");
    // A parcel may be leaving right now; from here on it waits for us, or we see it.
    const order = known.order_id === null ? undefined : await lockOrder(parts.db, known.order_id);
    if (order && known.settled_at === null) await settle(parts, order);
    const supply = (await supplyOf(parts.db, patientId, supplyId)) ?? known;
    const facts = factsOf(book, supply);
    const obstacle = supplyObstacle("cancel", { ...facts, order: order?.status ?? facts.order });
    if (obstacle) throw new Refusal(obstacle.code, { message: obstacle.message });
    const warning = await warnOfNeed(parts, book, patientId, [supply.subscription_id]);
    if (order && supply.status === "ordered") {
      const refundedCents = await giveBack(parts, order, supply);
      // The patient wants none now: what follows comes on its day, not at once instead.
      const next = scheduledSupply(book, supply.subscription_id);
      if (next && next.not_before === null) await changeSupplies(parts.db, [next.id], { not_before: next.charge_on });
      await tellOfCancelledSupply(parts, { patientId, supply, refundedCents });
      return `Cancelled. We give the money back to your card; some banks need a few days to show it.${warning}`;
    }
    const day = await dropPlanned(parts, book, supply);
    await tellOfCancelledSupply(parts, { patientId, supply, refundedCents: 0 });
    return day === null
      ? `Cancelled. Nothing is charged for it.${warning}`
      : `Cancelled. Nothing is charged for it. ${nextOrderText(book, day)}${warning}`;
  });

async function dropPlanned(parts: TxServices, book: Book, supply: SupplyRow): Promise<string | null> {
  const subscription = subscriptionIn(book, supply.subscription_id);
  await changeSupplies(parts.db, [supply.id], { status: "cancelled", held_on: null, ...owingNothing });
  if (subscription.status === "past_due") {
    await changeSubscriptions(parts.db, [subscription.id], { status: "active" });
    await forgiveIfNothingOwed(parts, supply.patient_id);
  }
  return planAfter(parts, book, supply);
}
