/** How fast a page was, apart from the schemas of `tracking-calls.ts`: every page measures itself and loads these alone. */
import type { Endpoint } from "#contract/http/endpoint.ts";

/** Where browsers tell it. */
export const vitalsRoute = { method: "POST", base: "default", path: "/vitals" } as const satisfies Pick<
  Endpoint,
  "method" | "base" | "path"
>;

export const vitalNames = ["LCP", "INP", "CLS", "FCP", "TTFB"] as const;
export const vitalPages = ["auth", "visit", "dashboard", "cart"] as const;
/** Largest value, in ms. */
export const vitalMax = 600_000;

/** What a browser measured of a page: milliseconds, CLS as its share of the screen. */
export interface WebVital {
  readonly name: (typeof vitalNames)[number];
  readonly place: (typeof vitalPages)[number];
  readonly value: number;
}
