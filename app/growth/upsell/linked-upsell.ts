import { observable } from "#app/browser/observable.ts";

/** Product codes by URL value (spec §4, §9). */
const codeByParamValue: Readonly<Record<string, string>> = { cream: "ESTRIOL51", minoxidil: "UPSELL51" };
/** Query parameter that names an upsell. */
export const upsellParam = "upsell";

/** An upsell the patient followed a link to. */
export interface LinkedUpsell {
  readonly code: string;
  /** The value in the URL. */
  readonly paramValue: string;
}

/** The upsell a query string asks for; null if there is none or its value is unknown. */
export function linkedUpsellIn(query: string): LinkedUpsell | null {
  const paramValue = new URLSearchParams(query).get(upsellParam) ?? "";
  const code = Object.hasOwn(codeByParamValue, paramValue) ? codeByParamValue[paramValue] : undefined;
  return code === undefined ? null : { code, paramValue };
}

/** Whether a query string has the parameter, whatever its value. */
export const hasUpsellParam = (query: string): boolean => new URLSearchParams(query).has(upsellParam);

/** The upsell of a followed link, from the URL to the patient's decision; upsells that open by themselves wait for it. */
export const linkedUpsellState = observable<{
  readonly linkedUpsell: LinkedUpsell | null;
  /** The patient declined it; reset when they leave home. */
  readonly declined: boolean;
}>({ linkedUpsell: null, declined: false });
