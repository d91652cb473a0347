import { createContext, useContext, useSyncExternalStore } from "react";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { FrameMessage } from "./bridge.ts";
import type { CartLoginFlag } from "./screen-rules.ts";
import type { Widget, WidgetState } from "./widget-types.ts";

/** What every screen of the widget depends on. */
export interface CartContext {
  readonly widget: Widget;
  readonly catalogue: readonly CatalogueProduct[];
  readonly framed: boolean;
  /** Posts a message to the page that frames us. */
  readonly postToPage: (message: FrameMessage) => void;
  /**
   * Leaves for a path of the app or a URL of the marketing site, in the top window and with the session. Rejects with an `ApiError` when the session
   * could not be carried over; other addresses lead to the account's home.
   */
  readonly leaveWidget: (destination: string) => Promise<void>;
  /** The cart-login flag and reload of spec §4, or straight on to the target of a `login-with-redirect`. */
  readonly onSignedIn: (flag: CartLoginFlag) => Promise<void>;
  /** Ends the session, tells the page, and shows the login, unless the cart is open. */
  readonly signOut: () => Promise<void>;
}

export const CartContextProvider = createContext<CartContext | null>(null);

export function useCart(): CartContext & { readonly state: WidgetState } {
  const cart = useContext(CartContextProvider);
  if (!cart) throw new Error("Outside of the cart widget");
  const state = useSyncExternalStore(cart.widget.subscribe, cart.widget.get);
  return { ...cart, state };
}
