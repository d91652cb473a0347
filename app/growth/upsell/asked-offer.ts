/** Codes of the products an address can ask for (spec §4, §9). */
const codes: Readonly<Record<string, string>> = { cream: "ESTRIOL51", minoxidil: "UPSELL51" };
/** Name of the word for an offer in an address. */
export const askedName = "upsell";

/** An offer she followed a link to. */
export interface Asked {
  readonly code: string;
  /** The word in the address. */
  readonly word: string;
}

/** The offer a query asks for; null without one, or for a word nobody knows. */
export function askedIn(query: string): Asked | null {
  const word = new URLSearchParams(query).get(askedName) ?? "";
  const code = Object.hasOwn(codes, word) ? codes[word] : undefined;
  return code === undefined ? null : { code, word };
}

/** Whether a query has the word at all, known or not. */
export const hasAsked = (query: string): boolean => new URLSearchParams(query).has(askedName);
