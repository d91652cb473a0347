import type { CartLine, SavedCart, PendingCheckout } from "#contract/cart/frame.ts";
import { pendingCheckoutsMax, cartLinesMax } from "#contract/cart/frame-limits.ts";
import { isOpenAttempt, isCartLine } from "./shape-checks.ts";

const name = "cart";
export const emptyCart: SavedCart = { changedat: 0, lastcommand: 0, pendingcheckouts: [], lines: [] };

/** The cart in this browser's storage; the empty one where storage is refused or holds something else. */
export function readStoredCart(storage: () => Storage): SavedCart {
  try {
    return parseStoredCart(JSON.parse(storage().getItem(name) ?? "null")) ?? emptyCart;
  } catch {
    return emptyCart;
  }
}

export function writeStoredCart(storage: () => Storage, cart: SavedCart): void {
  try {
    storage().setItem(name, JSON.stringify(cart));
  } catch {
    // Refused or full: the page that frames us stores it too.
  }
}

/**
 * The newer of two carts. An attempt is removed only when it is settled, never by being in the older cart only. The count of executed commands is the
 * page's, which sent them, so `lastcommand` comes from there.
 */
export function mergeCarts(ownCart: SavedCart, pageCart: SavedCart | null): SavedCart {
  if (pageCart === null) return { ...ownCart, lastcommand: 0 };
  const { changedat, lines } = ownCart.changedat > pageCart.changedat ? ownCart : pageCart;
  return {
    changedat,
    lines,
    lastcommand: pageCart.lastcommand,
    pendingcheckouts: mergeAttempts(ownCart.pendingcheckouts, pageCart.pendingcheckouts),
  };
}

/** Attempts of both, each once; those of the newer cart stay when there are too many. */
export function mergeAttempts(
  attempts: readonly PendingCheckout[],
  newest: readonly PendingCheckout[],
): PendingCheckout[] {
  const others = attempts.filter(({ key }) => newest.every((each) => each.key !== key));
  return [...others, ...newest].slice(-pendingCheckoutsMax);
}

/** The attempts that remain unsettled once `key` is settled. */
export const withoutAttempt = (attempts: readonly PendingCheckout[], key: string): PendingCheckout[] =>
  attempts.filter((each) => each.key !== key);

function parseStoredCart(value: unknown): SavedCart | null {
  if (typeof value !== "object" || value === null) return null;
  const { changedat, lastcommand, pendingcheckouts, lines } = value as Partial<Record<keyof SavedCart, unknown>>;
  if (typeof changedat !== "number" || typeof lastcommand !== "number" || !Array.isArray(lines)) return null;
  return {
    changedat,
    lastcommand,
    pendingcheckouts: Array.isArray(pendingcheckouts)
      ? (pendingcheckouts.filter(isOpenAttempt) as PendingCheckout[]).slice(-pendingCheckoutsMax)
      : [],
    lines: (lines.filter(isCartLine) as CartLine[]).slice(0, cartLinesMax),
  };
}
