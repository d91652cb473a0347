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

/** Why an action on a prescription order is not possible now, and what the patient can do instead. Days come in words. */
export const prescriptionOrderObstacles = {
  paused: "This subscription is paused. End the pause first, then you can get the next order.",
  pastDue: "The last payment did not work. Please update your card; then we charge it and send your order.",
  cancelledReorder: "This subscription is cancelled. You can reorder from your last order instead.",
  pending: "Your doctor has not approved this yet. It starts by itself once that is done.",
  alreadyOrdered: "This order is on its way already. The next one can come when you have used most of it.",
  lastUnderWay:
    "Your last order has not left the pharmacy yet. You can get the next one once you have used most of it.",
  tooEarly: (day: string) => `You can get the next one from ${day} on, when three quarters of your last one are used.`,
  plannedAlready: (day: string) => `Your next order is planned for ${day}. You can get it sooner with “Get next now”.`,
  reorderNewest: "You can reorder from your newest order.",
  stillSupplied: (day: string) => `Your last order lasts a while yet. You can reorder from ${day} on.`,
  leftAlready: "This order is on its way already. You can skip the one after it.",
  skippedAlready: "This order is skipped already. You can skip the one after it.",
  nothingToSkip: "Nothing is planned here, so there is nothing to skip.",
  pastDueSkip: "The payment for this order did not work. You can update your card, or cancel this order.",
  pausedSkip: "Nothing is charged while the subscription is paused. You can end the pause, or cancel it.",
  notPrescribed: "Your doctor has ended this treatment. Please write to us, or start a new visit.",
  held: "Your doctor looks at your prescription first. Nothing is charged before, and we write to you.",
  inReview:
    "Your doctor is still looking at this order. Nothing is charged before. Please write to us to take it back.",
  bankConfirms: "Your bank is still confirming this payment. Please try again in a few minutes.",
  leftPharmacy:
    "This order has left the pharmacy, so it cannot be cancelled. Please write to us if something is wrong.",
  nothingToCancel: "This order is cancelled already. Nothing is charged for it.",
};

/** The same for a whole subscription. */
export const subscriptionObstacles = {
  pending: "Your doctor has not approved this yet, and nothing is charged before. Please write to us to take it back.",
  cancelled: "This subscription is cancelled already. Nothing more is charged.",
  pausedAlready: (day: string) =>
    `This subscription is paused until ${day} already. You can end the pause, or cancel it.`,
  pastDuePause: "The last payment did not work, so it cannot be paused. You can update your card, or cancel.",
  notPaused: "This subscription is not paused. It goes on as planned.",
  bankConfirms: "Your bank is confirming a payment right now. Please try again in a few minutes.",
  held: "Your doctor looks at your prescription first, and nothing is charged before. You can cancel.",
  noOffer: "There is no offer for this subscription. You can pause it, or cancel it.",
  nothingRuns: "You have no subscription that this can be done with.",
};

/** What the patient reads when they decide on a doctor's treatment change. */
export const treatmentChangeTexts = {
  agreed: (day: string | null) =>
    day === null
      ? "Thank you. You get it with your next order, and we write to you before your card is charged."
      : `Thank you. You get it with your next order on ${day}. We write to you before your card is charged.`,
  refused: "All right. Nothing is charged for either one, and your doctor has your message.",
  /** The message sent to the doctor; the patient sees it before they confirm. */
  toDoctor: "I do not want the change you made. Please tell me what else I can do.",
  otherPrice: (total: string) => `The price is ${total} now. Please look at it again before you agree.`,
  askAgain: "This is not offered any more. Please write to your doctor.",
  toldSince: "You told us something new since then. Please write to your doctor first. Nothing is charged before.",
  settled: {
    agreed: "You have agreed to this already. To stop it, you can cancel or write to your doctor.",
    refused: "You said no to this already. Please write to your doctor if you changed your mind.",
    withdrawn: "Your doctor has changed this again, or it has ended. Please look at your plan.",
  },
};
