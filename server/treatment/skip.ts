import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type Book, factsOf, soldName, subscriptionIn } from "./book.ts";
import { dayAfter } from "./billing-rules.ts";
import { dayInWords } from "#server/platform/calendar-days.ts";
import { freeCoupons } from "./free-coupons.ts";
import { withBook } from "./her-book.ts";
import { tellOfSkip } from "./letters.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { planCharges } from "./plan-charges.ts";
import { planSupply } from "./subscriptions.ts";
import { changeSupplies, type SupplyRow } from "./supply-queries.ts";
import { supplyObstacle } from "./supply-rules.ts";
import { togetherText } from "./texts.ts";
import { companionsOf } from "./together.ts";

/**
 * Skips a planned supply, with what comes in its parcel unless it is to be `alone`: the next charge of all of it moves by one cycle. Returns a
 * sentence with the new day. Refuses with `not_found`, `wrong_state`.
 */
export const skip = (services: Services, patientId: string, supplyId: string, alone = false): Promise<string> =>
  withBook(services, patientId, async (parts, book) => {
    const supply = book.supplies.find(({ id }) => id === supplyId);
    if (!supply) throw new Refusal("not_found");
    const obstacle = supplyObstacle("skip", factsOf(book, supply));
    if (obstacle) throw new Refusal(obstacle.code, { message: obstacle.message });
    const skipped = [supply, ...(alone ? [] : companionsOf(parts.content, book, supply))];
    const cycleDays = subscriptionIn(book, supply.subscription_id).days_supply;
    for (const each of skipped) {
      await changeSupplies(parts.db, [each.id], { status: "skipped", held_on: null });
      await planAfter(parts, book, each, cycleDays);
    }
    const day = dayAfter(supply.charge_on, cycleDays, book.today);
    await tellOfSkip(parts, { patientId, supply, day });
    const ids = skipped.map(({ subscription_id }) => subscription_id);
    const names = ids.map((id) => soldName(book, subscriptionIn(book, id)));
    const warning = await warnOfNeed(parts, book, patientId, ids);
    return `Skipped. ${togetherText(names)}Your next order is charged and sent on ${dayInWords(day)}.${warning}`;
  });

/**
 * Plans the supply one cycle after this one, which is not sent; returns its day. The discount of its first order, or of the practice's
 * offer, moves along; one she had earned is hers again, for her next charge.
 */
export async function planAfter(
  parts: TxServices,
  book: Book,
  supply: SupplyRow,
  cycleDays = subscriptionIn(book, supply.subscription_id).days_supply,
): Promise<string> {
  const subscription = subscriptionIn(book, supply.subscription_id);
  const day = dayAfter(supply.charge_on, cycleDays, book.today);
  const { discount_cents, discount_order_id } = supply;
  const movesAlong = discount_order_id === null || discount_order_id === subscription.order_id;
  await planSupply(parts, subscription, day, {
    not_before: day,
    ...(movesAlong && { discount_cents, discount_order_id }),
  });
  await planCharges(parts, supply.patient_id);
  await freeCoupons(parts, supply.patient_id);
  return day;
}
