import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { otherItemsInCharge, type Charge, nextPrescriptionOrder, amountOfSubscription } from "../billing/charges.ts";
import { joinNames } from "#app/formats/names.ts";
import { formatCalendarDay, formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { supplyEndText } from "./subscription-text.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import { onHoldTexts } from "../prescription-orders/order-text.ts";

const subscriptionTones: Readonly<Record<Subscription["status"], Status["tone"]>> = {
  pending: "accent",
  active: "success",
  paused: "neutral",
  past_due: "danger",
  cancelled: "neutral",
};
const subscriptionLabels: Readonly<Record<Subscription["status"], string>> = {
  pending: "Starting soon",
  active: "Active",
  paused: "Paused",
  past_due: "Payment due",
  cancelled: "Canceled",
};

/** The status of a subscription in two words. */
export const subscriptionStatus = ({ status }: Pick<Subscription, "status">): Status => ({
  tone: subscriptionTones[status],
  label: subscriptionLabels[status],
});

export interface SubscriptionStatusText {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The status of a subscription and its next charge; `card` is the card on file in words, `charge` the charge that includes it. */
export function subscriptionStatusText(
  subscription: Subscription,
  charge: Charge | null,
  card: string,
): SubscriptionStatusText {
  switch (subscription.status) {
    case "pending":
      return {
        title: "It starts with your doctor’s approval",
        lines: [
          "We won't send anything or charge you again before that.",
          "If you change your mind, please contact us.",
        ],
      };
    case "active":
      return activeText(subscription, charge, card);
    case "paused":
      return pausedText(subscription, charge, card);
    case "past_due":
      return pastDueText(subscription, charge);
    case "cancelled":
      return {
        title: subscription.cancelledat ? `Canceled on ${formatDay(subscription.cancelledat)}` : "Canceled",
        lines: [
          `You won't be charged again.${hasOrderInProgress(subscription) ? " What you've already paid for will still come." : ""}`,
        ],
      };
  }
}

/** Something paid for has not arrived yet. */
const hasOrderInProgress = ({ prescriptionorders }: Subscription): boolean =>
  prescriptionorders.some(({ status }) => status === "processing" || status === "shipped");

function activeText(subscription: Subscription, charge: Charge | null, card: string): SubscriptionStatusText {
  const day = charge?.chargeon ?? subscription.nextchargeon;
  if (day === null) return { title: "No charge planned yet", lines: [subscription.statustext] };
  return {
    title: `Next charge: ${formatCalendarDay(day)}`,
    lines: [...startLines(subscription), chargeText(subscription, charge, card), ...supplyEndLines(subscription)],
  };
}

/** When the doctor wants the patient to begin with it, where that is still to come. */
const startLines = ({ startson }: Subscription): string[] =>
  startson === null ? [] : [`Your doctor wants you to begin on ${formatCalendarDay(startson)}.`];

function pausedText(subscription: Subscription, charge: Charge | null, card: string): SubscriptionStatusText {
  const { pauseduntil } = subscription;
  if (pauseduntil === null) return { title: "Paused", lines: ["We won't charge you or send anything."] };
  const waitsfor = nextPrescriptionOrder(subscription)?.waitsfor ?? null;
  return {
    title: `Paused until ${formatCalendarDay(pauseduntil)}`,
    lines: [
      "We won't charge you or send anything before then.",
      waitsfor === null ? `Then: ${chargeText(subscription, charge, card)}` : onHoldTexts[waitsfor],
      ...supplyEndLines(subscription),
    ],
  };
}

function pastDueText(subscription: Subscription, charge: Charge | null): SubscriptionStatusText {
  const owedOrder = nextPrescriptionOrder(subscription);
  const sum = formatDollars(charge?.amount ?? owedOrder?.amount ?? subscription.price);
  const again = owedOrder?.chargeon ?? null;
  return {
    title: "Your last payment didn't go through",
    lines: [
      again === null
        ? `We won't try the ${sum} again unless you ask us to. Update your card, and we'll charge it and send your supply.`
        : `We'll try the ${sum} again on ${formatCalendarDay(again)}. Update your card, and we'll try right away.`,
      "We won't send anything until it's paid.",
    ],
  };
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
