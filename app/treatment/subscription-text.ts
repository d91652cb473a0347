import type { Subscription } from "#contract/entities.ts";
import { calendarDay, dayOf } from "./dates.ts";
import { dollars } from "./money.ts";

/** When she is charged next, in a sentence. */
export function nextChargeText(
  subscription: Pick<Subscription, "status" | "statustext" | "nextchargeon" | "pauseduntil" | "cancelledat">,
): string {
  const { status, statustext, nextchargeon, pauseduntil, cancelledat } = subscription;
  switch (status) {
    case "pending":
      return "Begins when your doctor approves your plan.";
    case "active":
      return nextchargeon ? `Next charge on ${calendarDay(nextchargeon)}.` : statustext || "No charge is planned.";
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

/** What one charge is and how often it comes: “$62.00 each month”, “$168.00 every 3 months”. */
export const everyText = ({ price, months }: Pick<Subscription, "price" | "months">): string =>
  `${dollars(price)} ${months === 1 ? "each month" : `every ${months} months`}`;

/** Price of one period, of as many as she gets: “$178.00 each month, 2 of them”. */
export const periodText = ({ quantity, ...price }: Pick<Subscription, "price" | "months" | "quantity">): string =>
  `${everyText(price)}${quantity > 1 ? `, ${quantity} of them` : ""}`;

/** How far her prescription reaches, “2 refills left”; empty where none is needed. */
export function refillsText({ refillsleft }: Pick<Subscription, "refillsleft">): string {
  if (refillsleft === null) return "";
  if (refillsleft === 0) return "No refills left. Your doctor renews it before the next supply.";
  return refillsleft === 1 ? "1 refill left" : `${refillsleft} refills left`;
}

/** The same of every product she gets again and again. */
export const refillsOf = (subscriptions: readonly Subscription[]): ReadonlyMap<string, string> =>
  new Map(
    subscriptions
      .filter(({ status }) => status !== "pending")
      .map((subscription) => [subscription.item.productid, refillsText(subscription)]),
  );

/** What she can do on the page of a subscription. */
export function manageLabel({ status, actions }: Pick<Subscription, "status" | "actions">): string {
  if (status === "cancelled") return "Order again";
  if (status === "past_due") return "Update your card or cancel";
  if (status === "paused") return "End the pause or change it";
  if (actions.includes("pause")) return "Change, pause or skip";
  return actions.includes("cancel") ? "See it or cancel it" : "See the details";
}
