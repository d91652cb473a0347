import { formatWeekday } from "#contract/fields/formats.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { priceEvery } from "#contract/fields/period.ts";
import { joinNames } from "#app/formats/names.ts";

/** Price of one charge, its period, and the quantity if more than one: “$178.00 every 60 days, 2 of them”. */
export const priceAndPeriodText = ({
  quantity,
  ...price
}: Pick<Subscription, "price" | "dayssupply" | "quantity">): string =>
  `${priceEvery(price)}${quantity > 1 ? `, ${quantity} of them` : ""}`;

/** “Every 84 days”, and the quantity if more than one. */
export const periodText = ({ quantity, dayssupply }: Pick<Subscription, "dayssupply" | "quantity">): string =>
  `Every ${dayssupply} days${quantity > 1 ? `, ${quantity} of them` : ""}`;

/** How long the medicine at home lasts: “Your box lasts until Friday, May 8.”; empty before the first delivery and once it is used up. */
export const supplyEndText = ({ onhanduntil }: Pick<Subscription, "onhanduntil">): string =>
  onhanduntil === null ? "" : `Your box lasts until ${formatWeekday(onhanduntil)}.`;

/**
 * How long all the medicine at home lasts, soonest first: what runs out together is one box, unless something else runs out on another day.
 */
export function onHandTexts(
  subscriptions: readonly Pick<Subscription, "onhanduntil" | "item">[],
): readonly { readonly until: string; readonly text: string }[] {
  const onHand = subscriptions.flatMap(({ onhanduntil: until, item }) => (until === null ? [] : { until, item }));
  const days = [...new Set(onHand.map(({ until }) => until))].toSorted();
  const namesOf = (day: string) => onHand.filter(({ until }) => until === day).map(({ item }) => item.name);
  return days.map((until) => ({
    until,
    text:
      days.length === 1
        ? supplyEndText({ onhanduntil: until })
        : `${joinNames(namesOf(until))}: enough until ${formatWeekday(until)}.`,
  }));
}
