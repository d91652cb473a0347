import type { Subscription } from "#contract/entities.ts";
import { everyDays } from "#contract/period.ts";
import { comingSupply, listed } from "../charges.ts";
import { calendarDay, shortDay } from "../dates.ts";
import { dollars } from "../money.ts";
import type { Change } from "./change.ts";
import { waitTexts } from "./supply-text.ts";

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
      return skip(change, context);
    case "cancel":
      return cancel(change, context);
    case "pause":
      return pause(change, context);
    case "resume":
      return resume(context);
  }
}

type OfSupply = Extract<Change, { readonly supply: unknown }>;

function getNext({ supply }: OfSupply, context: Context): Question {
  const { subscription, card } = context;
  if (subscription.refillsleft === 0) return renewal(context);
  const { names, amount, nextchargeon } = supply.getnext ?? {
    names: [],
    amount: supply.amount,
    nextchargeon: supply.nextafter,
  };
  const sum = dollars(amount);
  return {
    title: "Get your next supply now?",
    text: `${names.length > 1 ? `${listed(names)} belong together, so they come in one parcel. ` : ""}We charge you today and send it to you.${nextchargeon === null ? "" : ` After that it comes ${everyDays(subscription.dayssupply)}, as before: you use up what you have first.`}`,
    facts: [
      ...(supply.chargeon ? [{ label: shortDay(supply.chargeon), value: "Moves to today" }] : []),
      { label: "Card", value: card },
      { label: "Charged today", value: sum },
      ...nextCharge(nextchargeon),
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

function skip(change: Extract<Change, { readonly kind: "skip" }>, { subscription }: Context): Question {
  const { chargeon, nextafter } = change.supply;
  return {
    title: `Skip ${theSupply(change)}?`,
    text: `${besideText(change, subscription)}Please make sure that you have enough to last until the next one.`,
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
    title: `Cancel ${theSupply({ supply })}?`,
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

function pause(change: Extract<Change, { readonly kind: "pause" }>, { subscription }: Context): Question {
  const until = subscription.pauseuntil[change.months - 1];
  return {
    title: "Pause your subscription?",
    text: `${besideText(change, subscription)}Nothing is charged or sent meanwhile. It goes on by itself afterwards, and you can end the pause at any time.`,
    facts: [],
    confirm: until === undefined ? "Pause it" : `Pause until ${calendarDay(until)}`,
    busy: "Pausing it",
    charges: false,
  };
}

function resume({ subscription }: Context): Question {
  const waitsfor = comingSupply(subscription)?.waitsfor ?? null;
  const next =
    waitsfor === null
      ? "Your next supply goes back to the day it had before the pause. If that is too near or has passed, it comes 5 days from today, so that we can tell you first."
      : waitTexts[waitsfor];
  return {
    title: "End the pause now?",
    text: `${besideText({}, subscription)}${next}`,
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

/** What else it is for: all that comes in the same parcel, unless the patient wants only this one. */
const besideText = ({ alone }: { readonly alone?: boolean }, { item, together }: Subscription): string =>
  together.length === 0 || alone
    ? ""
    : `${listed([item.name, ...together])} belong together, so this is for ${together.length > 1 ? "all of them" : "both"}. `;

const theSupply = ({ supply }: { readonly supply: Pick<OfSupply["supply"], "plannedon"> }): string =>
  `the supply of ${calendarDay(supply.plannedon)}`;

const nextCharge = (day: string | null) => (day === null ? [] : [{ label: "Next charge", value: shortDay(day) }]);
