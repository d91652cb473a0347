import type { Credit } from "#contract/care/credits.ts";
import type { PastDueMail, WriteOffReason } from "#contract/care/past-due.ts";

/** Why a credit is given. */
export const creditReasonLabels: Readonly<Record<Credit["reason"], string>> = {
  late: "It came late",
  damaged: "It came damaged",
  wrong_item: "It was the wrong item",
  wrong_charge: "We charged the wrong amount",
  goodwill: "Goodwill",
};

/** The prepared mails, by what they are for. */
export const pastDueMailLabels: Readonly<Record<PastDueMail, string>> = {
  payment_link: "Link for a new card",
  payment_help: "Offer of help",
  payment_closing: "We don’t try any more",
};

/** Why a charge is tried no more. */
export const writeOffLabels: Readonly<Record<WriteOffReason, string>> = {
  not_reached: "We couldn’t reach the patient",
  left: "The patient doesn’t want it any more",
  not_worth_it: "Not worth more tries",
  our_mistake: "Our mistake",
  died: "The patient died",
};
