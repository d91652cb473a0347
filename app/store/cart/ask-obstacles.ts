import { call } from "#app/api/api.ts";
import { store } from "#contract/store.ts";
import type { checkoutList } from "./lines.ts";
import type { Obstacle } from "./obstacles.ts";

/** What stands in the way of these lines, as the server says. */
export const askObstacles = async (
  checkout: ReturnType<typeof checkoutList>,
  signal: AbortSignal,
): Promise<readonly Obstacle[]> =>
  (await call(store.computeTax, { body: { checkout } }, { signal, silent: true })).obstacles;
