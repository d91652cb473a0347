import type { Subscription } from "#contract/entities.ts";
import { type Charge, costAlone } from "../charges.ts";
import { calendarDay, shortDay } from "../dates.ts";
import { dollars } from "../money.ts";
import type { Change } from "./change.ts";

/** What is asked before a change: exactly what it will do. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly confirm: string;
  readonly busy: string;
  /** The card is charged at once. */
  readonly charges: boolean;
  readonly danger?: true;
}

export interface Context {
  readonly subscription: Subscription;
  readonly charges: readonly Charge[];
  /** The card on file in words. */
  readonly card: string;
}

export function questionOf(change: Change, context: Context): Question {
  switch (change.kind) {
    case "getnext":
      return getNext(change, context);
    case "reorder":
      return reorder(change, context);
    case "skip":
      return skip(change);
    case "cancel":
      return cancel(change, context);
    case "pause":
      return pause(change.months, context);
    case "resume":
      return resume(context);
  }
}

type OfSupply = Extract<Change, { readonly supply: unknown }>;

function getNext({ supply }: OfSupply, context: Context): Question {
  const { subscription, charges, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const sum = dollars(costAlone(supply, charges));
  return {
    title: "Get your next supply now?",
    text: `We charge you today and send it to you. ${everyText(subscription)} from today on.`,
    facts: [
      ...(supply.chargeon ? [{ label: shortDay(supply.chargeon), value: "Moves to today" }] : []),
      { label: "Card", value: card },
      { label: "Charged today", value: sum },
    ],
    confirm: `Pay ${sum} and send it`,
    busy: "Charging your card",
    charges: true,
  };
}

function reorder({ supply }: OfSupply, context: Context): Question {
  const { subscription, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const sum = dollars(supply.reorderamount ?? subscription.price);
  const left = subscription.refillsleft;
  return {
    title: "Order a refill?",
    text: `We charge you today and send one supply. Your subscription stays ${subscription.status === "paused" ? "paused" : "cancelled"}: nothing follows by itself.`,
    facts: [
      { label: "Card", value: card },
      { label: "Charged today", value: sum },
      ...(left === null ? [] : [{ label: "Refills left after it", value: String(Math.max(0, left - 1)) }]),
    ],
    confirm: `Pay ${sum} and send it`,
    busy: "Charging your card",
    charges: true,
  };
}

const renewal = ({ subscription }: Context): Question => ({
  title: "Ask your doctor to renew it?",
  text: `No refills are left for ${subscription.item.name}. Your doctor looks at it first and writes to you.`,
  facts: [{ label: "Charged today", value: "Nothing" }],
  confirm: "Ask my doctor",
  busy: "Asking your doctor",
  charges: false,
});

function skip({ supply }: OfSupply): Question {
  const { chargeon, nextafter } = supply;
  return {
    title: `Skip ${theSupply(supply)}?`,
    text: "Please make sure that you have enough to last until the next one.",
    facts: [
      ...(chargeon ? [{ label: shortDay(chargeon), value: "Nothing charged or sent" }] : []),
      ...nextCharge(nextafter),
    ],
    confirm: "Skip it",
    busy: "Skipping it",
    charges: false,
  };
}

function cancel({ supply }: OfSupply, { card }: Context): Question {
  const paid = supply.status === "processing";
  return {
    title: `Cancel ${theSupply(supply)}?`,
    text: paid
      ? "It has not left the pharmacy yet. We stop it and give your money back."
      : "Please make sure that you have enough to last until the next one.",
    facts: [
      paid
        ? { label: "You get back", value: dollars(supply.amount) }
        : { label: "This supply", value: "Nothing charged or sent" },
      ...(paid ? [{ label: "To", value: card }] : []),
      ...nextCharge(supply.nextafter),
    ],
    confirm: "Cancel this supply",
    busy: "Cancelling it",
    charges: false,
    danger: true,
  };
}

function pause(months: number, { subscription }: Context): Question {
  const until = subscription.pauseuntil[months - 1];
  return {
    title: "Pause your subscription?",
    text: "Nothing is charged or sent meanwhile. It goes on by itself afterwards, and you can end the pause at any time.",
    facts: [],
    confirm: until === undefined ? "Pause it" : `Pause until ${calendarDay(until)}`,
    busy: "Pausing it",
    charges: false,
  };
}

function resume({ subscription }: Context): Question {
  return {
    title: "End the pause now?",
    text: "Your next supply goes back to the day it had before the pause. If that is too near or has passed, it comes 5 days from today, so that we can tell you first.",
    facts: [
      ...(subscription.pauseduntil
        ? [{ label: `Pause until ${shortDay(subscription.pauseduntil)}`, value: "Ends today" }]
        : []),
      { label: "Charged today", value: "Nothing" },
      ...nextCharge(subscription.resumeon),
    ],
    confirm: "End the pause",
    busy: "Ending the pause",
    charges: false,
  };
}

const theSupply = ({ plannedon }: OfSupply["supply"]): string => `the supply of ${calendarDay(plannedon)}`;

const nextCharge = (day: string | null) => (day === null ? [] : [{ label: "Next charge", value: shortDay(day) }]);

const everyText = ({ months }: Pick<Subscription, "months">): string =>
  months === 1 ? "The next ones follow each month" : `The next ones follow every ${months} months`;
