import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type Book, factsOf, subscriptionIn } from "./book.ts";
import { dayAfter } from "./billing-rules.ts";
import { dayInWords } from "./days.ts";
import { freeCoupons } from "./free-coupons.ts";
import { withBook } from "./her-book.ts";
import { tellOfSkip } from "./letters.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { planSupply } from "./subscriptions.ts";
import { changeSupplies, type SupplyRow } from "./supply-queries.ts";
import { supplyObstacle } from "./supply-rules.ts";

/** Skips a planned supply: the next charge moves by one period. Returns a sentence with the new day. Refuses with `not_found`, `wrong_state`. */
export const skip = (services: Services, patientId: string, supplyId: string): Promise<string> =>
  withBook(services, patientId, async (parts, book) => {
    const supply = book.supplies.find(({ id }) => id === supplyId);
    if (!supply) throw new Refusal("not_found");
    const obstacle = supplyObstacle("skip", factsOf(book, supply));
    if (obstacle) throw new Refusal(obstacle.code, { message: obstacle.message });
    await changeSupplies(parts.db, [supply.id], { status: "skipped", held_on: null });
    const day = await planAfter(parts, book, supply);
    await tellOfSkip(parts, { patientId, supply, day });
    const warning = await warnOfNeed(parts, book, patientId, [supply.subscription_id]);
    return `Skipped. Your next order is charged and sent on ${dayInWords(day)}.${warning}`;
  });

/**
 * Plans the supply one period after this one, which is not sent; returns its day. The discount of its first order, or of the practice's
 * offer, moves along; one she had earned is hers again, for her next charge.
 */
export async function planAfter(parts: TxServices, book: Book, supply: SupplyRow): Promise<string> {
  const subscription = subscriptionIn(book, supply.subscription_id);
  const day = dayAfter(supply.charge_on, subscription.months, subscription.anchor_day, book.today);
  const { discount_cents, discount_order_id } = supply;
  const movesAlong = discount_order_id === null || discount_order_id === subscription.order_id;
  await planSupply(parts, subscription, day, movesAlong ? { discount_cents, discount_order_id } : undefined);
  await freeCoupons(parts, supply.patient_id);
  return day;
}
