import type * as z from "zod/mini";
import type { FailedTransactionReason, PlanStatus, SubscriptionStatus } from "#contract/entities.ts";
import { dayInWords } from "./days.ts";

export const planTexts: Readonly<Record<PlanStatus, string>> = {
  none: "No plan yet",
  in_review: "Your doctor is looking at your plan",
  approved: "Your plan is approved",
  declined: "Your doctor did not approve this plan",
};

/** What happens next, and by when. Days come in words. */
export const nextSteps = {
  unfinished: "Answer the last questions of your visit. It takes a few minutes, and everything so far is saved.",
  shopOnly: "Whenever you would like a doctor's advice, you can start a visit here. It takes about ten minutes.",
  lapsed:
    "Your bank let go of the amount it held before your doctor decided. You were not charged. Please confirm your order once more.",
  stopped: "Please see a doctor in person. The summary of your visit helps her or him.",
  idCheck: (day: string) =>
    `A person checks your ID first. Then your doctor decides on your plan, by ${day} at the latest. You will get an email.`,
  review: (doctor: string, day: string) =>
    `${doctor} reads your answers and decides by ${day}. You will get an email. Nothing is charged before.`,
  late: (doctor: string) =>
    `This takes longer than usual. ${doctor} decides as soon as possible, and you will get an email. Nothing is charged before.`,
  charging: "Your card is being charged now. Then the pharmacy gets your order.",
  notCharged: "We could not charge your card, so nothing was sent. Please update your card.",
  preparing: (day: string) => `The pharmacy is preparing your order. It leaves by ${day}.`,
  shipped: (carrier: string, day: string | null) =>
    `Your parcel is on its way with ${carrier}.${day === null ? "" : ` It should arrive by ${day}.`}`,
  delivered: (day: string | null) =>
    day === null ? "Your order has arrived." : `Your order has arrived. The next one is charged and sent on ${day}.`,
  next: (day: string) => `Your next order is charged and sent on ${day}.`,
  renewal: "Your doctor looks at your prescription again before the next order. Nothing is charged before.",
  changed:
    "Your doctor changed your treatment. Nothing is charged for what was changed before you both agree on what comes next.",
  paused: (day: string) => `Your plan is paused. Nothing is charged before ${day}.`,
  cancelled: "Your plan is cancelled. Nothing more is charged. You can order again whenever you like.",
  refunding: "Your order is cancelled. We are giving your money back; some banks need a few days to show it.",
  refunded: "Your order was refunded. Some banks need a few days to show it.",
  declined: "You were not charged. Your doctor's words below say why, and what you can do now.",
};

/** Something she told since speaks against a medicine prescribed to her. */
export const withheldText =
  "Something you told us does not go with your medicine. Please write to your doctor before you use more of it. Nothing more is charged for it.";

/** Her doctor stopped what a subscription supplies, and she has agreed to nothing instead. */
export const stoppedText =
  "Your doctor changed this one. Nothing is charged for it before you both agree on what comes next.";

export const someDoctor = "Your doctor";

/** Where a subscription stands; days as `YYYY-MM-DD`. */
export function subscriptionText(
  status: z.output<typeof SubscriptionStatus>,
  at: {
    readonly nextchargeon: string | null;
    readonly pauseduntil: string | null;
    readonly waits: boolean;
    readonly stopped: boolean;
  },
): string {
  const { nextchargeon, pauseduntil } = at;
  if (at.stopped && status !== "cancelled") return stoppedText;
  switch (status) {
    case "pending":
      return "Starts when your doctor has approved it and your first order is paid.";
    case "active":
      if (at.waits) return "Your doctor looks at your prescription first. Nothing is charged before.";
      return nextchargeon === null ? "Active" : `Active. Next order on ${dayInWords(nextchargeon)}.`;
    case "paused":
      return pauseduntil === null ? "Paused" : `Paused until ${dayInWords(pauseduntil)}.`;
    case "past_due":
      return nextchargeon === null
        ? "The last payment did not work. Please update your card."
        : `The last payment did not work. We try again on ${dayInWords(nextchargeon)}. You can update your card before.`;
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

/** After one of her subscriptions was paused or cancelled: what of the others comes next. The day comes in words. */
export const goesOnText = (next: { readonly day: string; readonly total: string } | null): string =>
  next === null
    ? "What else you have with us goes on. We write to you before anything is charged."
    : `What else you have with us goes on: your next charge is ${next.total} on ${next.day}.`;

/** And what she added and her doctor is still looking at; mails say it, so it names nothing. */
export const stillWaitsText =
  "Your doctor is still looking at what you added. You pay for it only if your doctor says yes. You can take it back at home.";
