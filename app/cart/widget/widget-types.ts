import type { Observable } from "#app/browser/observable.ts";
import type { SavedCart, PendingCheckout, ToFrame } from "#contract/cart/frame.ts";
import type { CartScreen, FrameCookie } from "#contract/cart/frame-limits.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { Bridge } from "./bridge.ts";
import type { HistoryState, PlacedOrder } from "./screen-rules.ts";

export interface WidgetState {
  readonly screen: CartScreen;
  readonly storedCart: SavedCart;
  /** Sentences about products that could not be added as requested. */
  readonly problems: readonly string[];
  /** A payment is being confirmed: the screen may not change. */
  readonly busy: boolean;
  /** Target to leave for after logging in. */
  readonly redirectTo: string | null;
  /** The session expired. */
  readonly expired: boolean;
  readonly order: PlacedOrder | null;
  /** A page with our loader frames us. */
  readonly connected: boolean;
  /** The page can close us: we are an overlay, not part of its flow. */
  readonly isClosable: boolean;
}

/** A settled attempt: its key and the lines it paid. */
export interface PaidAttempt {
  readonly key: string;
  readonly bought: readonly { readonly pricingid: string; readonly quantity: number }[];
}

/** The part of the browser's history the widget uses. */
export interface WidgetHistory {
  readonly state: unknown;
  pushState(state: HistoryState, unused: string): void;
  replaceState(state: HistoryState, unused: string): void;
}

export interface WidgetServices {
  readonly catalogue: readonly CatalogueProduct[];
  readonly bridge: Pick<Bridge, "post">;
  /** The patient's access token; null while logged out. */
  readonly token: () => string | null;
  readonly history: WidgetHistory;
  readonly now: () => number;
  readonly read: () => SavedCart;
  readonly write: (storedCart: SavedCart) => void;
  readonly saveTrackingCookie: (name: FrameCookie, value: string) => Promise<unknown>;
  /** Ends the session without leaving the widget. */
  readonly signOut: () => void;
  /** Leaves for a path of the app or a URL of the marketing site. */
  readonly leave: (destination: string) => void;
}

export interface Widget extends Pick<Observable<WidgetState>, "get" | "subscribe"> {
  /** Carries out a command of the page. */
  readonly handleCommand: (message: ToFrame) => void;
  /** Shows a screen, or the one required first; a new history entry unless `replace`. */
  readonly show: (screen: CartScreen, replace?: boolean) => void;
  /** The browser went to another history entry. */
  readonly onHistoryEntry: (state: unknown) => void;
  readonly setQuantity: (pricingid: string, quantity: number) => void;
  /** Adds one of a product to the cart. */
  readonly add: (productid: string, pricingid: string) => void;
  /** The patient has seen the current prices and what could not be added. */
  readonly acceptChanges: () => void;
  /** Stores a payment before it is sent. */
  readonly recordAttempt: (attempt: PendingCheckout) => void;
  /** The attempt with this key failed; `why` is a sentence for the patient. */
  readonly dropAttempt: (key: string, why: string) => void;
  /** Another tab may have changed the cart. */
  readonly refresh: () => void;
  readonly setBusy: (busy: boolean) => void;
  /** The order is paid: its lines leave the cart. */
  readonly onOrderPaid: (order: PlacedOrder & { readonly totalamount: number }, recordAttempt: PaidAttempt) => void;
  /** The session expired. */
  readonly onSessionExpired: () => void;
  readonly depth: () => number;
}
