import * as z from "zod/mini";
import { cardOfNumber, type SandboxCard } from "./test-cards.ts";

/** Body of `POST /sandbox/v1/tokens`; digits may contain spaces. */
export const TokenRequest = z.object({
  number: z.string().check(z.maxLength(40)),
  exp_month: z.coerce.number(),
  exp_year: z.coerce.number(),
  cvc: z.string().check(z.maxLength(10)),
  address_zip: z.optional(z.string().check(z.maxLength(20))),
});
export type TokenRequest = z.output<typeof TokenRequest>;

export interface CardProblem {
  /** Stripe's code, which names the field. */
  readonly code:
    | "incorrect_number"
    | "invalid_expiry_month"
    | "invalid_expiry_year"
    | "invalid_cvc"
    | "incorrect_zip"
    | "card_declined";
  readonly message: string;
}

export interface CardDetails extends SandboxCard {
  readonly expMonth: number;
  readonly expYear: number;
}

/** Checks a card the way Stripe's token call does. Only test numbers are accepted: real cards do not belong here. */
export function validateCard(request: TokenRequest, now: Date): CardDetails | CardProblem {
  const number = request.number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return { code: "incorrect_number", message: "Your card number is incorrect." };
  }
  const { exp_month: expMonth, exp_year: expYear, cvc } = request;
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    return { code: "invalid_expiry_month", message: "Your card’s expiration month is invalid." };
  }
  if (!Number.isInteger(expYear) || expYear > now.getUTCFullYear() + 50 || isCardExpired(expMonth, expYear, now)) {
    return { code: "invalid_expiry_year", message: "Your card’s expiration year is invalid." };
  }
  if (!(/^3[47]/.test(number) ? /^\d{4}$/ : /^\d{3}$/).test(cvc)) {
    return { code: "invalid_cvc", message: "Your card’s security code is invalid." };
  }
  if (request.address_zip !== undefined && !/^\d{5}(-?\d{4})?$/.test(request.address_zip)) {
    return { code: "incorrect_zip", message: "Your card’s zip code is invalid." };
  }
  const card = cardOfNumber(number);
  if (card === undefined) {
    return { code: "card_declined", message: "This is a demo: please use a test card, such as 4242 4242 4242 4242." };
  }
  return { ...card, expMonth, expYear };
}

/** A card is valid through the last day of its month. */
export function isCardExpired(expMonth: number, expYear: number, now: Date): boolean {
  return expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

function passesLuhn(number: string): boolean {
  const digits = Array.from(number, Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
