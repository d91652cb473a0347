import { call } from "#app/api/call.ts";
import { store } from "#contract/cart/calls.ts";
import type { toCheckoutList } from "../widget/cart-lines.ts";
import type { CartObstacle } from "./obstacles.ts";

/** Fetches why lines of the cart cannot be ordered. */
export const fetchObstacles = async (
  checkout: ReturnType<typeof toCheckoutList>,
  signal: AbortSignal,
): Promise<readonly CartObstacle[]> =>
  (await call(store.computeTax, { body: { checkout } }, { signal, silent: true })).obstacles;
