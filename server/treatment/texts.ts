import type * as z from "zod/mini";
import type { FailedTransactionReason, SubscriptionStatus } from "#contract/entities.ts";
import { formatList } from "#contract/fields/formats.ts";
import { everyDays } from "#contract/fields/period.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";

/** Her doctor stopped what a subscription supplies, and she has agreed to nothing instead. */
export const discontinuedText =
  "Your doctor changed this one. Nothing is charged for it before you both agree on what comes next.";

/** Why nothing is charged that nobody presses for, while a payment is disputed: by whose word it waits for. */
export const chargesStoppedTexts: Readonly<Record<NonNullable<ChargesStoppedBy>, string>> = {
  bank: "Your bank is looking into one of your payments. Until it has decided, we charge nothing unless you ask for it.",
  practice:
    "Your bank gave you one of your payments back, so we charge nothing unless you ask for it. Please write to us to go on as before.",
};

/** When the next order comes by itself, or why it does not. */
export const nextOrderText = (
  { chargesWaitFor: chargesStoppedBy }: { readonly chargesWaitFor: ChargesStoppedBy },
  day: string,
): string =>
  chargesStoppedBy === null
    ? `Your next order is charged and sent on ${formatDay(day)}.`
    : chargesStoppedTexts[chargesStoppedBy];

/** Where a subscription stands; days as `YYYY-MM-DD`. */
export function subscriptionText(
  status: z.output<typeof SubscriptionStatus>,
  facts: {
    readonly nextchargeon: string | null;
    readonly pauseduntil: string | null;
    readonly waits: boolean;
    readonly stopped: boolean;
    readonly chargesWaitFor: ChargesStoppedBy;
  },
): string {
  const { nextchargeon, pauseduntil } = facts;
  if (facts.stopped && status !== "cancelled") return discontinuedText;
  switch (status) {
    case "pending":
      return "Starts when your doctor has approved it and your first order is paid.";
    case "active":
      if (facts.waits) return "Your doctor looks at your prescription first. Nothing is charged before.";
      if (facts.chargesWaitFor !== null) return chargesStoppedTexts[facts.chargesWaitFor];
      return nextchargeon === null ? "Active" : `Active. Next order on ${formatDay(nextchargeon)}.`;
    case "paused":
      return pauseduntil === null ? "Paused" : `Paused until ${formatDay(pauseduntil)}.`;
    case "past_due":
      return nextchargeon === null
        ? "The last payment did not work. Please update your card."
        : `The last payment did not work. We try again on ${formatDay(nextchargeon)}. You can update your card before.`;
    case "cancelled":
      return "Cancelled. Nothing more is charged.";
  }
}

/** Spec §8, the sentences of the failed-payment banner. */
export const failedPaymentTexts: Readonly<Record<z.output<typeof FailedTransactionReason>, string>> = {
  insufficient_funds: "Your payment failed due to insufficient funds.",
  lost_card:
    "We have detected that your card has been reported lost. Please contact your card issuer and update your payment details.",
  expired_card: "We have detected that your card has expired.",
  invalid_expiry_month: "We have detected that your card has expired.",
  generic_decline: "Your card has been declined. Update your payment info to continue treatment.",
};

/** How often a charge comes, by the days of its boxes, and until when the last one lasts; mails say it, so it names nothing. */
export function periodText(days: readonly number[], lastsUntil: string | null): string {
  const often = formatList(days.toSorted((one, other) => one - other).map(everyDays));
  const comes = `You get it ${often}.`;
  return lastsUntil === null ? comes : `${comes} What you have lasts until ${formatDay(lastsUntil)}.`;
}

/** Said first where what was asked of one was done with all that comes in its parcel; nothing where that is one alone. */
export const companionsText = (names: readonly string[]): string =>
  names.length > 1
    ? `${formatList(names)} belong together, so this is for ${names.length > 2 ? "all of them" : "both"}. `
    : "";

/** After one of her subscriptions was paused or cancelled: what of the others comes next. The day comes in words. */
export const remainingChargeText = (next: { readonly day: string; readonly total: string } | null): string =>
  next === null
    ? "What else you have with us goes on. We write to you before anything is charged."
    : `What else you have with us goes on: your next charge is ${next.total} on ${next.day}.`;

/** And what she added and her doctor is still looking at; mails say it, so it names nothing. */
export const pendingUpsellText =
  "Your doctor is still looking at what you added. You pay for it only if your doctor says yes. You can take it back at home.";
