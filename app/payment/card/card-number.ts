import { type CardBrand, cardBrandNames, cardText } from "#app/formats/cards.ts";
import { digitsOf, groupDigits } from "#app/ui/forms/digits.ts";

export type { CardBrand } from "#app/formats/cards.ts";

type BrandRule = {
  prefix: RegExp;
  lengths: readonly number[];
  groups: readonly number[];
  cvc: 3 | 4;
  /** Some Union Pay numbers have no check digit. */
  luhn: boolean;
};

const groupsOfFour = [4, 4, 4, 4, 3];

const brandRules: Record<CardBrand, BrandRule> = {
  visa: { prefix: /^4/, lengths: [13, 16, 19], groups: groupsOfFour, cvc: 3, luhn: true },
  mastercard: {
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: groupsOfFour,
    cvc: 3,
    luhn: true,
  },
  amex: { prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4, luhn: true },
  diners: { prefix: /^3(0[0-5]|095|6|8|9)/, lengths: [14], groups: [4, 6, 4], cvc: 3, luhn: true },
  jcb: { prefix: /^35(2[89]|[3-8])/, lengths: [16], groups: groupsOfFour, cvc: 3, luhn: true },
  discover: {
    prefix: /^(6011|64[4-9]|65|6221(2[6-9]|[3-9])|622[2-8]|6229([01]|2[0-5]))/,
    lengths: [16],
    groups: groupsOfFour,
    cvc: 3,
    luhn: true,
  },
  unionpay: {
    prefix: /^(62|81)/,
    lengths: [16, 17, 18, 19],
    groups: groupsOfFour,
    cvc: 3,
    luhn: false,
  },
};

// Discover comes before Union Pay: their ranges overlap and Discover's is the narrower.
const brands = Object.keys(brandRules) as CardBrand[];

export function cardBrand(text: string): CardBrand | undefined {
  const digits = digitsOf(text);
  return brands.find((brand) => brandRules[brand].prefix.test(digits));
}

export function cardBrandName(brand: CardBrand): string {
  return cardBrandNames[brand];
}

export function formatCardNumber(text: string): string {
  const brand = cardBrand(text);
  const digits = digitsOf(text).slice(0, brand ? Math.max(...brandRules[brand].lengths) : 19);
  return groupDigits(digits, brand ? brandRules[brand].groups : groupsOfFour, " ");
}

export function passesLuhn(text: string): boolean {
  const digits = digitsOf(text);
  let sum = 0;
  for (const [index, value] of Array.from(digits, Number).reverse().entries()) {
    const digit = value * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  const brand = cardBrand(digits);
  if (!brand) return digits.length >= 12 && passesLuhn(digits);
  return brandRules[brand].lengths.includes(digits.length) && (!brandRules[brand].luhn || passesLuhn(digits));
}

/** How many digits say which card it is: below, no brand is named. */
const digitsOfABrand = 4;

/** The error text for a number that cannot be valid, nothing for one that can. */
export function cardNumberError(text: string): string | undefined {
  if (digitsOf(text).length < digitsOfABrand) return "Enter your card number";
  if (isCardNumber(text)) return undefined;
  const brand = cardBrand(text);
  return `Not a valid ${brand ? cardBrandNames[brand] : "card"} number`;
}

export function cvcLength(brand: CardBrand | undefined): 3 | 4 {
  return brand ? brandRules[brand].cvc : 3;
}

export function cvcError(text: string, brand: CardBrand | undefined): string | undefined {
  const length = cvcLength(brand);
  return digitsOf(text).length === length ? undefined : `Enter the ${length}-digit security code`;
}

/** "MM/YY" while typing: a first digit over 1 gets a leading zero. A browser may fill in "MM/YYYY". */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).replace(/^(\d\d)20(\d\d)$/, "$1$2");
  const padded = /^[2-9]/.test(digits) || /^\d\//.test(text) ? `0${digits}` : digits;
  return groupDigits(padded, [2, 2], "/");
}

export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const [month = "", year = ""] = text.split("/");
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^\d\d$/.test(year)) return undefined;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** The error text for an expiry date; a card is valid through the last day of its month. */
export function expiryError(text: string, now: Date): string | undefined {
  const expiry = parseExpiry(text);
  if (!expiry) return "Enter the expiry date as MM/YY";
  // oxlint-disable-next-line formats/day-has-zone -- a card ends with the month where the patient is
  if (expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1) return "This card has expired";
  return undefined;
}

/** “Visa ending in 4242”. */
export const cardOnFileText = (card: { readonly brand: string; readonly last4: string } | null): string =>
  card ? cardText(card) : "your card";
