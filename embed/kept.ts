import type { Kept } from "#contract/frame.ts";
import { isKept } from "./messages.ts";

const key = "careCart";

/** What the frame asked this tab to keep; null where storage is refused or holds something else. */
export function readKept(): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) as string);
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function writeKept(kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage the cart ends with the page.
  }
}
