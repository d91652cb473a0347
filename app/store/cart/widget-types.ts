import type { SavedCart, PendingCheckout, ToFrame } from "#contract/cart/frame.ts";
import type { CartScreen, FrameCookie } from "#contract/cart/frame-limits.ts";
import type { CatalogueProduct } from "#contract/onboarding.ts";
import type { Bridge } from "./bridge.ts";
import type { HistoryState, PlacedOrder } from "./screens.ts";

export interface WidgetState {
  readonly screen: CartScreen;
  readonly kept: SavedCart;
  /** Sentences about products that could not be added as asked. */
  readonly problems: readonly string[];
  /** A payment is being confirmed: nothing may leave the screen. */
  readonly busy: boolean;
  /** Where to leave for after logging in. */
  readonly redirectTo: string | null;
  /** Her session ended by itself. */
  readonly expired: boolean;
  readonly order: PlacedOrder | null;
  /** A page with our loader frames us. */
  readonly connected: boolean;
  /** It can close us: we are over the page, not in its flow. */
  readonly closable: boolean;
}

/** A settled attempt: its key and the lines it paid. */
export interface PaidAttempt {
  readonly key: string;
  readonly bought: readonly { readonly pricingid: string; readonly quantity: number }[];
}

/** The browser's history, as far as the widget uses it. */
export interface WidgetHistory {
  readonly state: unknown;
  pushState(state: HistoryState, unused: string): void;
  replaceState(state: HistoryState, unused: string): void;
}

export interface WidgetServices {
  readonly catalogue: readonly CatalogueProduct[];
  readonly bridge: Pick<Bridge, "tell">;
  /** Her access token; null while she is logged out. */
  readonly token: () => string | null;
  readonly places: WidgetHistory;
  readonly now: () => number;
  readonly read: () => SavedCart;
  readonly write: (storedCart: SavedCart) => void;
  readonly keepCookie: (name: FrameCookie, value: string) => void;
  /** Ends her session without leaving the widget. */
  readonly signOut: () => void;
  /** Leaves for a path of the app or an address of the marketing site. */
  readonly leave: (destination: string) => void;
}

export interface Widget {
  readonly get: () => WidgetState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Carries out a command of the page. */
  readonly obey: (message: ToFrame) => void;
  /** Shows a screen, or the one she needs first; a new entry of the history unless `replace`. */
  readonly show: (screen: CartScreen, replace?: boolean) => void;
  /** The browser went to another entry of the history. */
  readonly arrived: (state: unknown) => void;
  readonly setQuantity: (pricingid: string, quantity: number) => void;
  /** Puts one of a product in, beside what is there. */
  readonly add: (productid: string, pricingid: string) => void;
  /** She has seen today's prices and what could not be added. */
  readonly acknowledge: () => void;
  /** Remembers a payment before it is sent. */
  readonly attempt: (attempt: PendingCheckout) => void;
  /** The attempt with this key came to nothing; `why` is a sentence for her. */
  readonly settled: (key: string, why: string) => void;
  /** Another tab may have changed the cart. */
  readonly refresh: () => void;
  readonly setBusy: (busy: boolean) => void;
  /** The order is paid: what it holds leaves the cart. */
  readonly ordered: (order: PlacedOrder & { readonly totalamount: number }, recordAttempt: PaidAttempt) => void;
  /** Her session ended by itself. */
  readonly expire: () => void;
  readonly depth: () => number;
}
