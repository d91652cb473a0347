/** Codes of the products an address can ask for (spec §4, §9). */
const codeByParamValue: Readonly<Record<string, string>> = { cream: "ESTRIOL51", minoxidil: "UPSELL51" };
/** Name of the word for an offer in an address. */
export const upsellParam = "upsell";

/** An offer she followed a link to. */
export interface LinkedUpsell {
  readonly code: string;
  /** The word in the address. */
  readonly word: string;
}

/** The offer a query asks for; null without one, or for a word nobody knows. */
export function linkedUpsellIn(query: string): LinkedUpsell | null {
  const paramValue = new URLSearchParams(query).get(upsellParam) ?? "";
  const code = Object.hasOwn(codeByParamValue, paramValue) ? codeByParamValue[paramValue] : undefined;
  return code === undefined ? null : { code, word: paramValue };
}

/** Whether a query has the word at all, known or not. */
export const hasUpsellParam = (query: string): boolean => new URLSearchParams(query).has(upsellParam);
