import type * as z from "zod/mini";
import type { FailedTransactionReason, SubscriptionStatus } from "#contract/entities.ts";
import { formatList } from "#contract/fields/formats.ts";
import { everyDays } from "#contract/fields/period.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";

/** The doctor discontinued what a subscription ships, and the patient has agreed to no replacement. */
export const discontinuedText =
  "Your doctor changed this one. Nothing is charged for it before you both agree on what comes next.";

/** Why automatic charges are suspended while a payment is disputed, by who has to act. */
export const chargesStoppedTexts: Readonly<Record<NonNullable<ChargesStoppedBy>, string>> = {
  bank: "Your bank is looking into one of your payments. Until it has decided, we charge nothing unless you ask for it.",
  practice:
    "Your bank gave you one of your payments back, so we charge nothing unless you ask for it. Please write to us to go on as before.",
};

/** When the next automatic order comes, or why none does. */
export const nextOrderText = (
  { chargesWaitFor: chargesStoppedBy }: { readonly chargesWaitFor: ChargesStoppedBy },
  day: string,
): string =>
  chargesStoppedBy === null
    ? `Your next order is charged and sent on ${formatDay(day)}.`
    : chargesStoppedTexts[chargesStoppedBy];

/** The status of a subscription in words; days as `YYYY-MM-DD`. */
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

/** How often a charge comes, by the days' supply of its boxes, and until when the last one lasts; used in mails, so it names no drug. */
export function periodText(days: readonly number[], lastsUntil: string | null): string {
  const often = formatList(days.toSorted((one, other) => one - other).map(everyDays));
  const comes = `You get it ${often}.`;
  return lastsUntil === null ? comes : `${comes} What you have lasts until ${formatDay(lastsUntil)}.`;
}

/** Opens the answer where the action also applied to the parcel companions; empty where it applied to one alone. */
export const companionsText = (names: readonly string[]): string =>
  names.length > 1
    ? `${formatList(names)} belong together, so this is for ${names.length > 2 ? "all of them" : "both"}. `
    : "";

/** After one subscription was paused or cancelled: the next charge of the others. The day comes in words. */
export const remainingChargeText = (next: { readonly day: string; readonly total: string } | null): string =>
  next === null
    ? "What else you have with us goes on. We write to you before anything is charged."
    : `What else you have with us goes on: your next charge is ${next.total} on ${next.day}.`;

/** About upsells that await the doctor; used in mails, so it names no drug. */
export const pendingUpsellText =
  "Your doctor is still looking at what you added. You pay for it only if your doctor says yes. You can take it back at home.";
