import type { SavedCart } from "#contract/cart/frame.ts";
import { isSavedCart } from "./frame-messages.ts";

const storageKey = "careCart";

/** What the frame asked this tab to store; null where storage is refused or holds something else. */
export function readSavedCart(): SavedCart | null {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) as string);
    return isSavedCart(saved) ? saved : null;
  } catch {
    return null;
  }
}

export function writeSavedCart(saved: SavedCart): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(saved));
  } catch {
    // Without storage the cart ends with the page.
  }
}
