import type { CartLine, Command, SavedCart, PendingCheckout } from "#contract/cart/frame.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { FrameMessage } from "./bridge.ts";
import { emptyCart } from "./stored-cart.ts";
import { patientFingerprint } from "./open-attempts.ts";
import type { HistoryState } from "./screen-rules.ts";
import { createWidget } from "./widget.ts";
import type { WidgetServices } from "./widget-types.ts";

/** A product for tests, with one pricing `<id>_1m` at `price` dollars. */
export const product = (productid: string, price: number, prescription = false): CatalogueProduct => ({
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
    { pricingid: `${productid}_1m`, label: "1 month", months: 1, dayssupply: 30, price, permonth: price, refills: 3 },
    {
      pricingid: `${productid}_3m`,
      label: "3 months",
      months: 3,
      dayssupply: 90,
      price: price * 3,
      permonth: price,
      refills: 3,
    },
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

export const requestedProduct = (id: string, quantity = 1, price?: number) => ({
  id,
  quantity,
  selectedPricing: { pricingid: `${id}_1m`, ...(price !== undefined && { price }) },
});

/** An unsigned access token of a patient. */
export const testToken = (sub: string) => `x.${Buffer.from(JSON.stringify({ sub })).toString("base64url")}.y`;

/** A payment of unknown outcome, of the patient with this id. */
export const testAttempt = (key: string, sub = "anna"): PendingCheckout => ({
  key,
  body: "{}",
  owner: patientFingerprint(key, testToken(sub)),
});

/** A widget with a fake history, storage and page; `hear` sends it a command. */
export function createTestWidget(
  options: Partial<WidgetServices> & { storedCart?: SavedCart; signedIn?: () => boolean } = {},
) {
  const postedMessages: FrameMessage[] = [];
  const stored: SavedCart[] = [];
  const cookies: Record<string, string> = {};
  const left: string[] = [];
  const entries: HistoryState[] = [{ screen: "cart", depth: 0 }];
  const historyEntries = {
    get state() {
      return entries.at(-1);
    },
    pushState: (entry: HistoryState) => void entries.push(entry),
    replaceState: (entry: HistoryState) => void entries.splice(-1, 1, entry),
  };
  let signOuts = 0;
  let time = 1000;
  let n = 1;
  const widget = createWidget({
    catalogue,
    bridge: { post: (message) => void postedMessages.push(message) },
    token: () => (options.signedIn?.() ? testToken("anna") : null),
    history: historyEntries,
    now: () => ++time,
    read: () => options.storedCart ?? emptyCart,
    write: (storedCart) => void stored.push(storedCart),
    saveTrackingCookie: async (name, value) => void (cookies[name] = value),
    signOut: () => void signOuts++,
    leave: (requestedProduct) => void left.push(requestedProduct),
    ...options,
  });
  type Bare = Command extends infer C ? (C extends Command ? Omit<C, "n" | "cart"> : never) : never;
  return {
    widget,
    told: postedMessages,
    stored,
    cookies,
    entries,
    left,
    signOuts: () => signOuts,
    hello: (storedCart: SavedCart | null) => widget.handleCommand({ cart: 1, type: "hello", saved: storedCart }),
    /** Sends a command with the next number, or with the given one. */
    hear: (command: Bare, number = n++) => widget.handleCommand({ cart: 1, n: number, ...command } as Command),
    lines: () => widget.get().storedCart.lines,
  };
}
