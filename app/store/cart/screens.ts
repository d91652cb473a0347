import { cartScreens, type CartScreen } from "#contract/cart/frame-limits.ts";

/** What decides which screens she may see. */
export interface ScreenConditions {
  readonly signedIn: boolean;
  readonly items: number;
  readonly ordered: boolean;
  /** A payment of before, hers as far as is known, has no known outcome. */
  readonly unsettled: boolean;
}

/** The screen to show for one asked for (spec §2.3, §4): checkout needs an account and something to check out. */
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

/** Next of the cart: to shipping with an access token, else to register. */
export const screenAfterCart = (signedIn: boolean): CartScreen => (signedIn ? "shipping" : "register");

/** The breadcrumb's four steps (spec §2.3). */
export const checkoutSteps: readonly { readonly screen: CartScreen; readonly label: string }[] = [
  { screen: "cart", label: "Cart" },
  { screen: "register", label: "Account" },
  { screen: "shipping", label: "Shipping" },
  { screen: "billing", label: "Checkout" },
];

/** Number of a screen in the breadcrumb; null for those outside of it. */
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

/** What an entry of the browser's history remembers: its screen, and how many of ours are below it. */
export interface HistoryState {
  readonly screen: CartScreen;
  readonly depth: number;
  /** The order its screen speaks of, so that a reload still knows it. */
  readonly order?: PlacedOrder | null;
}

/** An order just paid, as far as its screen tells of it. */
export interface PlacedOrder {
  readonly id: string;
  readonly number: string | null;
}

/** The place an entry's state speaks of; the cart for one that is not ours. */
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
 * The cart-login flag (spec §4): where to go on after the reload that follows a login or sign-up, with a one-time token where
 * the session would not outlive it. It lies in the history entry, which a reload keeps and no other page reads.
 */
export interface CartLoginFlag {
  readonly next: (typeof screensAfterLogin)[number];
  readonly onetimetoken: string | null;
}

/** The screens a login or sign-up goes on with. */
const screensAfterLogin = ["account", "shipping", "billing"] as const;

export function parseCartLoginFlag(state: unknown): CartLoginFlag | null {
  if (typeof state !== "object" || state === null || !("cartLogin" in state)) return null;
  const { next, onetimetoken } = state.cartLogin as Partial<CartLoginFlag>;
  if (!next || !screensAfterLogin.includes(next)) return null;
  return { next, onetimetoken: typeof onetimetoken === "string" ? onetimetoken : null };
}
