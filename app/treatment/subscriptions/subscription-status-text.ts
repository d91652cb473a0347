import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { otherItemsInCharge, type Charge, nextPrescriptionOrder, amountOfSubscription } from "../billing/charges.ts";
import { joinNames } from "#app/formats/names.ts";
import { formatDollars } from "#app/formats/money.ts";
import { supplyEndText } from "./subscription-text.ts";
import type { Status } from "#app/ui/data/badge.tsx";

const subscriptionTones: Readonly<Record<Subscription["status"], Status["tone"]>> = {
  pending: "accent",
  active: "success",
  paused: "neutral",
  past_due: "danger",
  cancelled: "neutral",
};
/** Its status in two words, as the server says it. */
export const subscriptionStatus = ({ status, state }: Pick<Subscription, "status" | "state">): Status => ({
  tone: subscriptionTones[status],
  label: state.label,
});

export interface SubscriptionStatusText {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What the server says of a subscription, with what its next charge costs on the card on file and how long the medicine at home lasts. */
export function subscriptionStatusText(
  subscription: Subscription,
  charge: Charge | null,
  card: string,
): SubscriptionStatusText {
  const { status, state } = subscription;
  const isCharged =
    nextPrescriptionOrder(subscription)?.waitsfor == null && (charge?.chargeon ?? subscription.nextchargeon) !== null;
  const charges = (): string[] => {
    if (status === "active" && isCharged) return [chargeText(subscription, charge, card)];
    return status === "paused" && nextPrescriptionOrder(subscription)?.waitsfor == null
      ? [`Then: ${chargeText(subscription, charge, card)}`]
      : [];
  };
  const supply = status === "active" || status === "paused" ? supplyEndLines(subscription) : [];
  return { title: state.title, lines: [...state.lines, ...charges(), ...supply] };
}

const supplyEndLines = (subscription: Subscription): string[] =>
  [supplyEndText(subscription)].filter((text) => text !== "");

/** The amount on the card, and what it pays for. */
function chargeText(subscription: Subscription, charge: Charge | null, card: string): string {
  if (!charge) return `${formatDollars(subscription.price)} plus tax on ${card}.`;
  const others = otherItemsInCharge(charge, subscription);
  const sum = `${formatDollars(charge.amount)} with tax and shipping on ${card}`;
  return others.length === 0
    ? `${sum}.`
    : `${sum}, together with ${joinNames(others)}. This one is ${formatDollars(amountOfSubscription(charge, subscription))} of that.`;
}
