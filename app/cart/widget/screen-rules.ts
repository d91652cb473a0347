import { cartScreens, type CartScreen } from "#contract/cart/frame-limits.ts";

/** What decides which screens may be shown. */
export interface ScreenConditions {
  readonly signedIn: boolean;
  readonly items: number;
  readonly ordered: boolean;
  /** A previous payment, the patient's as far as is known, has an unknown outcome. */
  readonly unsettled: boolean;
}

/** The screen to show for a requested one (spec §2.3, §4): checkout needs an account and something to check out. */
export function allowedScreen(
  requested: CartScreen,
  { signedIn, items, ordered, unsettled }: ScreenConditions,
): CartScreen {
  switch (requested) {
    case "checkout-complete":
      return ordered ? requested : "cart";
    case "shipping":
    case "billing":
      if (unsettled && requested === "billing") return signedIn ? requested : "login";
      if (items === 0) return "cart";
      return signedIn ? requested : "register";
    case "account":
      return signedIn ? requested : "login";
    case "login":
      return signedIn ? "account" : requested;
    case "register":
      if (!signedIn) return requested;
      return items > 0 ? "shipping" : "account";
    case "cart":
    case "forgotpassword":
      return requested;
  }
}

/** The screen after Next on the cart: shipping with an access token, else register. */
export const screenAfterCart = (signedIn: boolean): CartScreen => (signedIn ? "shipping" : "register");

/** The breadcrumb's four steps (spec §2.3). */
export const checkoutSteps: readonly { readonly screen: CartScreen; readonly label: string }[] = [
  { screen: "cart", label: "Cart" },
  { screen: "register", label: "Account" },
  { screen: "shipping", label: "Shipping" },
  { screen: "billing", label: "Checkout" },
];

/** Number of a screen in the breadcrumb; null for those outside it. */
export function breadcrumbStep(screen: CartScreen): number | null {
  const step = checkoutSteps.findIndex((each) => each.screen === screen);
  return step < 0 ? null : step;
}

export const screenTitles: Readonly<Record<CartScreen, string>> = {
  login: "Log in",
  forgotpassword: "Recover password",
  register: "Your account",
  account: "Your account",
  cart: "Your cart",
  shipping: "Shipping",
  billing: "Checkout",
  "checkout-complete": "Order complete",
};

/** The state of a browser history entry: its screen, and how many entries of ours are below it. */
export interface HistoryState {
  readonly screen: CartScreen;
  readonly depth: number;
  /** The order its screen shows, so that a reload still knows it. */
  readonly order?: PlacedOrder | null;
}

/** The part of a paid order that its screen shows. */
export interface PlacedOrder {
  readonly id: string;
  readonly number: string | null;
}

/** The screen of a history entry's state; the cart for an entry that is not ours. */
export function parseHistoryState(state: unknown): HistoryState {
  const { screen, depth, order } = (typeof state === "object" && state !== null ? state : {}) as Partial<HistoryState>;
  const known = cartScreens.find((each) => each === screen);
  const whole = typeof depth === "number" && Number.isInteger(depth) && depth >= 0;
  return known && whole ? { screen: known, depth, order: parsePlacedOrder(order) } : { screen: "cart", depth: 0 };
}

function parsePlacedOrder(order: unknown): PlacedOrder | null {
  const { id, number } = (order ?? {}) as Partial<PlacedOrder>;
  return typeof id === "string" && (typeof number === "string" || number === null) ? { id, number } : null;
}

/**
 * The cart-login flag (spec §4): where to continue after the reload that follows a login or sign-up, with a one-time token where the session would
 * not survive it. It is kept in the history entry, which a reload keeps and no other page reads.
 */
export interface CartLoginFlag {
  readonly next: (typeof screensAfterLogin)[number];
  readonly onetimetoken: string | null;
}

/** The screens that can follow a login or sign-up. */
const screensAfterLogin = ["account", "shipping", "billing"] as const;

export function parseCartLoginFlag(state: unknown): CartLoginFlag | null {
  if (typeof state !== "object" || state === null || !("cartLogin" in state)) return null;
  const { next, onetimetoken } = state.cartLogin as Partial<CartLoginFlag>;
  if (!next || !screensAfterLogin.includes(next)) return null;
  return { next, onetimetoken: typeof onetimetoken === "string" ? onetimetoken : null };
}
