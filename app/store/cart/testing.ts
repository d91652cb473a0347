import type { CartLine, Command, Kept, OpenAttempt } from "#contract/frame.ts";
import type { OfferedProduct } from "#contract/onboarding.ts";
import type { News } from "./bridge.ts";
import { emptyKept } from "./keep.ts";
import { ownerMark } from "./owner.ts";
import type { Place } from "./screens.ts";
import { createWidget } from "./widget.ts";
import type { WidgetParts } from "./widget-types.ts";

/** A product of tests, with one pricing `<id>_1m` at `price` dollars. */
export const product = (productid: string, price: number, prescription = false): OfferedProduct => ({
  productid,
  name: productid.toUpperCase(),
  form: "Cream",
  strength: "1 %",
  description: "",
  howtouse: "",
  picture: "/products/patch.svg",
  prescription,
  hsa: "eligible",
  notices: [],
  pricings: [
    { pricingid: `${productid}_1m`, label: "1 month", months: 1, dayssupply: 30, price, permonth: price },
    { pricingid: `${productid}_3m`, label: "3 months", months: 3, dayssupply: 90, price: price * 3, permonth: price },
  ],
  fit: "suitable",
  reasons: [],
});

export const catalogue = [product("cream", 24), product("serum", 39), product("patch", 59, true)];

export const line = (productid: string, quantity = 1, price: number | null = null): CartLine => ({
  productid,
  pricingid: `${productid}_1m`,
  quantity,
  price,
});

export const wanted = (id: string, quantity = 1, price?: number) => ({
  id,
  quantity,
  selectedPricing: { pricingid: `${id}_1m`, ...(price !== undefined && { price }) },
});

/** An access token of a patient; nobody signed it. */
export const tokenOf = (sub: string) => `x.${Buffer.from(JSON.stringify({ sub })).toString("base64url")}.y`;

/** A payment without a known outcome, of the patient with this id. */
export const attemptOf = (key: string, sub = "anna"): OpenAttempt => ({
  key,
  body: "{}",
  owner: ownerMark(key, tokenOf(sub)),
});

/** A widget with a history, a storage and a page that listen; `hear` sends it a command. */
export function widgetOfTests(given: Partial<WidgetParts> & { kept?: Kept; signedIn?: () => boolean } = {}) {
  const told: News[] = [];
  const stored: Kept[] = [];
  const cookies: Record<string, string> = {};
  const left: string[] = [];
  const entries: Place[] = [{ screen: "cart", depth: 0 }];
  const places = {
    get state() {
      return entries.at(-1);
    },
    pushState: (place: Place) => void entries.push(place),
    replaceState: (place: Place) => void entries.splice(-1, 1, place),
  };
  let signOuts = 0;
  let time = 1000;
  let n = 1;
  const widget = createWidget({
    catalogue,
    bridge: { tell: (news) => void told.push(news) },
    token: () => (given.signedIn?.() ? tokenOf("anna") : null),
    places,
    now: () => ++time,
    read: () => given.kept ?? emptyKept,
    write: (kept) => void stored.push(kept),
    keepCookie: (name, value) => void (cookies[name] = value),
    signOut: () => void signOuts++,
    leave: (wanted) => void left.push(wanted),
    ...given,
  });
  type Bare = Command extends infer C ? (C extends Command ? Omit<C, "n" | "cart"> : never) : never;
  return {
    widget,
    told,
    stored,
    cookies,
    entries,
    left,
    signOuts: () => signOuts,
    hello: (kept: Kept | null) => widget.obey({ cart: 1, type: "hello", kept }),
    /** Sends a command with the next number, or with one given. */
    hear: (command: Bare, number = n++) => widget.obey({ cart: 1, n: number, ...command } as Command),
    lines: () => widget.get().kept.lines,
  };
}
