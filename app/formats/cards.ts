export type CardBrand = "visa" | "mastercard" | "amex" | "diners" | "jcb" | "discover" | "unionpay";

export const cardBrandNames: Readonly<Record<CardBrand, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  diners: "Diners",
  jcb: "JCB",
  discover: "Discover",
  unionpay: "Union Pay",
};

const isCardBrand = (brand: string): brand is CardBrand => Object.hasOwn(cardBrandNames, brand);

/** “Visa ending in 4242”; “card ending in 4242” for a brand we don't know. */
export const cardText = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${isCardBrand(brand) ? cardBrandNames[brand] : "card"} ending in ${last4}`;
