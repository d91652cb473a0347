import type { Subscription } from "#contract/entities.ts";
import { calendarDay, dayOf } from "./dates.ts";
import { dollars } from "./money.ts";

/** When she is charged next, in a sentence. */
export function nextChargeText(
  subscription: Pick<Subscription, "status" | "nextchargeon" | "pauseduntil" | "cancelledat">,
): string {
  const { status, nextchargeon, pauseduntil, cancelledat } = subscription;
  switch (status) {
    case "pending":
      return "Begins when your doctor approves your plan.";
    case "active":
      return nextchargeon ? `Next charge on ${calendarDay(nextchargeon)}.` : "No charge is planned.";
    case "paused":
      return pauseduntil ? `Paused until ${calendarDay(pauseduntil)}.` : "Paused. Nothing is charged.";
    case "past_due":
      return nextchargeon
        ? `We try the charge again on ${calendarDay(nextchargeon)}.`
        : "The last charge did not work.";
    case "cancelled":
      return cancelledat ? `Cancelled on ${dayOf(cancelledat)}. No more charges.` : "Cancelled. No more charges.";
  }
}

/** Price of one period: “$89.00 each month”, “$240.00 every 3 months”. */
export const periodText = ({ price, months, quantity }: Pick<Subscription, "price" | "months" | "quantity">): string =>
  `${dollars(price)} ${months === 1 ? "each month" : `every ${months} months`}${quantity > 1 ? `, ${quantity} of them` : ""}`;
