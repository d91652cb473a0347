/** Page performance, separate from the schemas of `tracking-calls.ts`: every page measures itself and loads only this. */

export const vitalNames = ["LCP", "INP", "CLS", "FCP", "TTFB"] as const;
export const vitalPages = ["auth", "visit", "dashboard", "cart"] as const;
/** Largest value, in ms. */
export const vitalMax = 600_000;

/** A measurement of a page by a browser: milliseconds, CLS as its layout shift score. */
export interface WebVital {
  readonly name: (typeof vitalNames)[number];
  readonly page: (typeof vitalPages)[number];
  readonly value: number;
}
