import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { everyDays } from "#contract/fields/period.ts";
import { nextPrescriptionOrder } from "../../billing/charges.ts";
import { joinNames } from "#app/formats/names.ts";
import { formatCalendarDay, formatShortDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { SubscriptionAction } from "./subscription-action.ts";
import { onHoldTexts } from "../../prescription-orders/order-text.ts";

/** What the patient is asked before an action: exactly what it will do. */
export interface ActionQuestion {
  readonly title: string;
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly confirm: string;
  readonly busy: string;
  /** The card is charged at once. */
  readonly charges: boolean;
  readonly danger?: true;
}

export interface QuestionContext {
  readonly subscription: Subscription;
  /** The card on file in words. */
  readonly card: string;
}

export function actionQuestion(action: SubscriptionAction, context: QuestionContext): ActionQuestion {
  switch (action.kind) {
    case "getnext":
      return getNext(action, context);
    case "reorder":
      return reorder(action, context);
    case "skip":
      return skip(action, context);
    case "cancel":
      return cancel(action, context);
    case "pause":
      return pause(action, context);
    case "resume":
      return resume(context);
  }
}

type OrderAction = Extract<SubscriptionAction, { readonly order: unknown }>;

function getNext({ order }: OrderAction, context: QuestionContext): ActionQuestion {
  const { subscription, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const { names, amount, nextchargeon } = order.getnext ?? {
    names: [],
    amount: order.amount,
    nextchargeon: order.nextafter,
  };
  const amountText = formatDollars(amount);
  return {
    title: "Get your next supply now?",
    text: `${names.length > 1 ? `${joinNames(names)} belong together, so they come in one parcel. ` : ""}We charge you today and send it to you.${nextchargeon === null ? "" : ` After that it comes ${everyDays(subscription.dayssupply)}, as before: you use up what you have first.`}`,
    facts: [
      ...(order.chargeon ? [{ label: formatShortDay(order.chargeon), value: "Moves to today" }] : []),
      { label: "Card", value: card },
      { label: "Charged today", value: amountText },
      ...nextChargeRow(nextchargeon),
    ],
    confirm: `Pay ${amountText} and send it`,
    busy: "Charging your card",
    charges: true,
  };
}

function reorder({ order }: OrderAction, context: QuestionContext): ActionQuestion {
  const { subscription, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const amountText = formatDollars(order.reorderamount ?? subscription.price);
  const left = subscription.refillsleft;
  return {
    title: "Order a refill?",
    text: `We charge you today and send one supply. Your subscription stays ${subscription.status === "paused" ? "paused" : "cancelled"}: nothing follows by itself.`,
    facts: [
      { label: "Card", value: card },
      { label: "Charged today", value: amountText },
      ...(left === null ? [] : [{ label: "Refills left after it", value: String(Math.max(0, left - 1)) }]),
    ],
    confirm: `Pay ${amountText} and send it`,
    busy: "Charging your card",
    charges: true,
  };
}

const renewal = ({ subscription }: QuestionContext): ActionQuestion => ({
  title: "Ask your doctor to renew it?",
  text: `No refills are left for ${subscription.item.name}. Your doctor looks at it first and writes to you.`,
  facts: [{ label: "Charged today", value: "Nothing" }],
  confirm: "Ask my doctor",
  busy: "Asking your doctor",
  charges: false,
});

function skip(
  action: Extract<SubscriptionAction, { readonly kind: "skip" }>,
  { subscription }: QuestionContext,
): ActionQuestion {
  const { chargeon, nextafter } = action.order;
  return {
    title: `Skip ${orderTitle(action)}?`,
    text: `${togetherText(action, subscription)}Please make sure that you have enough to last until the next one.`,
    facts: [
      ...(chargeon ? [{ label: formatShortDay(chargeon), value: "Nothing charged or sent" }] : []),
      ...nextChargeRow(nextafter),
    ],
    confirm: "Skip it",
    busy: "Skipping it",
    charges: false,
  };
}

function cancel({ order }: OrderAction, { card }: QuestionContext): ActionQuestion {
  const paid = order.status === "processing";
  return {
    title: `Cancel ${orderTitle({ order })}?`,
    text: paid
      ? "It has not left the pharmacy yet. We stop it and give your money back."
      : "Please make sure that you have enough to last until the next one.",
    facts: [
      paid
        ? { label: "You get back", value: formatDollars(order.amount) }
        : { label: "This supply", value: "Nothing charged or sent" },
      ...(paid ? [{ label: "To", value: card }] : []),
      ...nextChargeRow(order.nextafter),
    ],
    confirm: "Cancel this supply",
    busy: "Cancelling it",
    charges: false,
    danger: true,
  };
}

function pause(
  action: Extract<SubscriptionAction, { readonly kind: "pause" }>,
  { subscription }: QuestionContext,
): ActionQuestion {
  const until = subscription.pauseuntil[action.months - 1];
  return {
    title: "Pause your subscription?",
    text: `${togetherText(action, subscription)}Nothing is charged or sent meanwhile. It goes on by itself afterwards, and you can end the pause at any time.`,
    facts: [],
    confirm: until === undefined ? "Pause it" : `Pause until ${formatCalendarDay(until)}`,
    busy: "Pausing it",
    charges: false,
  };
}

function resume({ subscription }: QuestionContext): ActionQuestion {
  const waitsfor = nextPrescriptionOrder(subscription)?.waitsfor ?? null;
  const next =
    waitsfor === null
      ? "Your next supply goes back to the day it had before the pause. If that is too near or has passed, it comes 5 days from today, so that we can tell you first."
      : onHoldTexts[waitsfor];
  return {
    title: "End the pause now?",
    text: `${togetherText({}, subscription)}${next}`,
    facts: [
      ...(subscription.pauseduntil
        ? [{ label: `Pause until ${formatShortDay(subscription.pauseduntil)}`, value: "Ends today" }]
        : []),
      { label: "Charged today", value: "Nothing" },
      ...nextChargeRow(subscription.resumeon),
    ],
    confirm: "End the pause",
    busy: "Ending the pause",
    charges: false,
  };
}

/** Names the other items of the same parcel the action applies to, unless the patient chose only this one. */
const togetherText = (
  { onlyThis }: { readonly onlyThis?: boolean },
  { item, sharesparcelwith }: Subscription,
): string =>
  sharesparcelwith.length === 0 || onlyThis
    ? ""
    : `${joinNames([item.name, ...sharesparcelwith])} belong together, so this is for ${sharesparcelwith.length > 1 ? "all of them" : "both"}. `;

const orderTitle = ({ order }: { readonly order: Pick<OrderAction["order"], "plannedon"> }): string =>
  `the supply of ${formatCalendarDay(order.plannedon)}`;

const nextChargeRow = (day: string | null) =>
  day === null ? [] : [{ label: "Next charge", value: formatShortDay(day) }];
