import type { DeclineCode } from "../../port.ts";

/** A card as the sandbox stores it: its displayable fields and how its bank behaves. */
export interface SandboxCard {
  readonly brand: string;
  readonly last4: string;
  /** The bank's answer when the card is put on file; null for success. */
  readonly attachDecline: DeclineCode | null;
  /** The bank's answer when the card is charged; null for success. */
  readonly chargeDecline: DeclineCode | null;
  /** The bank asks the cardholder to confirm a charge: each one, or until one was confirmed. */
  readonly threeDSecure?: "once" | "always" | null;
}

const acceptedCard = (number: string, brand: string): [string, SandboxCard] => [
  number,
  { brand, last4: number.slice(-4), attachDecline: null, chargeDecline: null },
];
const declinedCard = (number: string, decline: DeclineCode): [string, SandboxCard] => [
  number,
  { brand: "visa", last4: number.slice(-4), attachDecline: decline, chargeDecline: decline },
];

/** Stripe's test numbers (https://docs.stripe.com/testing), with the same behavior. */
const cards: ReadonlyMap<string, SandboxCard> = new Map([
  acceptedCard("4242424242424242", "visa"),
  acceptedCard("4000056655665556", "visa"),
  acceptedCard("5555555555554444", "mastercard"),
  acceptedCard("2223003122003222", "mastercard"),
  acceptedCard("5105105105105100", "mastercard"),
  acceptedCard("378282246310005", "amex"),
  acceptedCard("371449635398431", "amex"),
  acceptedCard("6011111111111117", "discover"),
  acceptedCard("3056930009020004", "diners"),
  acceptedCard("36227206271667", "diners"),
  acceptedCard("3566002020360505", "jcb"),
  acceptedCard("6200000000000005", "unionpay"),
  declinedCard("4000000000000002", "generic_decline"),
  declinedCard("4000000000009995", "insufficient_funds"),
  declinedCard("4000000000009987", "lost_card"),
  declinedCard("4000000000000069", "expired_card"),
  [
    "4000002500003155",
    { brand: "visa", last4: "3155", attachDecline: null, chargeDecline: null, threeDSecure: "once" },
  ],
  [
    "4000002760003184",
    { brand: "visa", last4: "3184", attachDecline: null, chargeDecline: null, threeDSecure: "always" },
  ],
  ["4000000000000341", { brand: "visa", last4: "0341", attachDecline: null, chargeDecline: "generic_decline" }],
]);

/** Stripe's test tokens; unlike a created token, each works any number of times. */
const tokens: Readonly<Record<string, string>> = {
  tok_visa: "4242424242424242",
  tok_visa_debit: "4000056655665556",
  tok_mastercard: "5555555555554444",
  tok_amex: "378282246310005",
  tok_discover: "6011111111111117",
  tok_diners: "3056930009020004",
  tok_jcb: "3566002020360505",
  tok_unionpay: "6200000000000005",
  tok_chargeDeclined: "4000000000000002",
  tok_chargeDeclinedInsufficientFunds: "4000000000009995",
  tok_chargeDeclinedLostCard: "4000000000009987",
  tok_chargeDeclinedExpiredCard: "4000000000000069",
  tok_threeDSecureOptional: "4000002500003155",
  tok_threeDSecure2Required: "4000002760003184",
  tok_chargeCustomerFail: "4000000000000341",
};

export const cardOfNumber = (number: string): SandboxCard | undefined => cards.get(number);

export function cardOfTestToken(token: string): SandboxCard | undefined {
  const number = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
  return number === undefined ? undefined : cards.get(number);
}
