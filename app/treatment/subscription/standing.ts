import type { Subscription } from "#contract/entities.ts";
import { besides, type Charge, comingSupply, listed, partOf } from "../charges.ts";
import { calendarDay, dayOf } from "../dates.ts";
import { dollars } from "../money.ts";
import { lastsText } from "../subscription-text.ts";
import { waitTexts } from "./supply-text.ts";

export interface Standing {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Where a subscription stands and what it will cost when; `card` is the card on file in words, `charge` what is due with it. */
export function standingOf(subscription: Subscription, charge: Charge | null, card: string): Standing {
  switch (subscription.status) {
    case "pending":
      return {
        title: "It starts with your doctor’s approval",
        lines: ["Nothing is sent or charged again before that.", "To take it back, please write to us."],
      };
    case "active":
      return active(subscription, charge, card);
    case "paused":
      return paused(subscription, charge, card);
    case "past_due":
      return pastDue(subscription, charge);
    case "cancelled":
      return {
        title: subscription.cancelledat ? `Cancelled on ${dayOf(subscription.cancelledat)}` : "Cancelled",
        lines: [`Nothing more is charged.${isUnderWay(subscription) ? " What you already paid for still comes." : ""}`],
      };
  }
}

/** Something paid has not arrived yet. */
const isUnderWay = ({ prescriptionorders }: Subscription): boolean =>
  prescriptionorders.some(({ status }) => status === "processing" || status === "shipped");

function active(subscription: Subscription, charge: Charge | null, card: string): Standing {
  const day = charge?.chargeon ?? subscription.nextchargeon;
  if (day === null) return { title: "No charge is planned yet", lines: [subscription.statustext] };
  return {
    title: `Next charge: ${calendarDay(day)}`,
    lines: [sumText(subscription, charge, card), ...lasts(subscription)],
  };
}

function paused(subscription: Subscription, charge: Charge | null, card: string): Standing {
  const { pauseduntil } = subscription;
  if (pauseduntil === null) return { title: "Paused", lines: ["Nothing is charged or sent."] };
  const waitsfor = comingSupply(subscription)?.waitsfor ?? null;
  return {
    title: `Paused until ${calendarDay(pauseduntil)}`,
    lines: [
      "Nothing is charged or sent before that day.",
      waitsfor === null ? `Then: ${sumText(subscription, charge, card)}` : waitTexts[waitsfor],
      ...lasts(subscription),
    ],
  };
}

function pastDue(subscription: Subscription, charge: Charge | null): Standing {
  const owed = comingSupply(subscription);
  const sum = dollars(charge?.amount ?? owed?.amount ?? subscription.price);
  const again = owed?.chargeon ?? null;
  return {
    title: "Your last payment did not work",
    lines: [
      again === null
        ? `We do not try the ${sum} again by ourselves. Update your card, and we charge it and send your supply.`
        : `We try the ${sum} again on ${calendarDay(again)}. Update your card, and we try it at once.`,
      "Nothing is sent until it is paid.",
    ],
  };
}

const lasts = (subscription: Subscription): string[] => [lastsText(subscription)].filter((text) => text !== "");

/** What goes on the card, for what. */
function sumText(subscription: Subscription, charge: Charge | null, card: string): string {
  if (!charge) return `${dollars(subscription.price)} plus tax on ${card}.`;
  const others = besides(charge, subscription);
  const sum = `${dollars(charge.amount)} with tax and shipping on ${card}`;
  return others.length === 0
    ? `${sum}.`
    : `${sum}, together with ${listed(others)}. ${dollars(partOf(charge, subscription))} of it is for this one.`;
}
