import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { priceEvery } from "#contract/fields/period.ts";
import { formatCalendarDay, formatDay, formatWeekday } from "#app/formats/dates.ts";

/** When the patient is charged next, in a sentence. */
export function nextChargeText(
  subscription: Pick<Subscription, "status" | "statustext" | "nextchargeon" | "pauseduntil" | "cancelledat">,
): string {
  const { status, statustext, nextchargeon, pauseduntil, cancelledat } = subscription;
  switch (status) {
    case "pending":
      return "Begins when your doctor approves your plan.";
    case "active":
      return nextchargeon
        ? `Next charge on ${formatCalendarDay(nextchargeon)}.`
        : statustext || "No charge is planned.";
    case "paused":
      return pauseduntil ? `Paused until ${formatCalendarDay(pauseduntil)}.` : "Paused. Nothing is charged.";
    case "past_due":
      return nextchargeon
        ? `We try the charge again on ${formatCalendarDay(nextchargeon)}.`
        : "The last charge did not work.";
    case "cancelled":
      return cancelledat ? `Cancelled on ${formatDay(cancelledat)}. No more charges.` : "Cancelled. No more charges.";
  }
}

/** Price of one charge, its period, and the quantity if more than one: “$178.00 every 60 days, 2 of them”. */
export const priceAndPeriodText = ({
  quantity,
  ...price
}: Pick<Subscription, "price" | "dayssupply" | "quantity">): string =>
  `${priceEvery(price)}${quantity > 1 ? `, ${quantity} of them` : ""}`;

/** How long the medicine at home lasts: “Your box lasts until Friday, May 8.”; empty before the first delivery and once it is used up. */
export const supplyEndText = ({ lastsuntil }: Pick<Subscription, "lastsuntil">): string =>
  lastsuntil === null ? "" : `Your box lasts until ${formatWeekday(lastsuntil)}.`;

/** What is left of a prescription, “2 refills left”; empty if none is needed. */
export function refillsText({ refillsleft, onhold }: Pick<Subscription, "refillsleft" | "onhold">): string {
  if (onhold) return "On hold until you've talked to a doctor.";
  if (refillsleft === null) return "";
  if (refillsleft === 0) return "No refills left. Your doctor renews it before the next supply.";
  return refillsleft === 1 ? "1 refill left" : `${refillsleft} refills left`;
}

/** `refillsText` of every subscribed product, by product id. */
export const refillsTextByProduct = (subscriptions: readonly Subscription[]): ReadonlyMap<string, string> =>
  new Map(
    subscriptions
      .filter(({ status }) => status !== "pending")
      .map((subscription) => [subscription.item.productid, refillsText(subscription)]),
  );

/** The label of the link to a subscription: what the patient can do there. */
export function manageLabel({
  status,
  actions,
  prescriptionorders,
}: Pick<Subscription, "status" | "actions" | "prescriptionorders">): string {
  if (status === "cancelled")
    return prescriptionorders.some((order) => order.actions.includes("reorder")) ? "Order again" : "See the details";
  if (status === "past_due") return "Update your card or cancel";
  if (status === "paused") return "End the pause or change it";
  if (actions.includes("pause")) return "Change, pause or skip";
  return actions.includes("cancel") ? "See it or cancel it" : "See the details";
}
