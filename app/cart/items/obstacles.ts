import { useEffect, useState } from "react";
import { useSession } from "#app/api/session/session.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { CartLine } from "#contract/cart/frame.ts";
import type { store } from "#contract/cart/calls.ts";
import { toCheckoutList } from "../widget/cart-lines.ts";

/** Why a line cannot be ordered, as the server says. */
export type CartObstacle = Output<typeof store.computeTax>["obstacles"][number];

/** `unknown`: nobody is signed in, or the server cannot say before there is an address. */
type CartObstacles = readonly CartObstacle[] | "unknown";

/**
 * What prevents ordering the cart's lines, before anything is entered or paid; requested only where something needs a prescription. During a refetch
 * the previous result stays. Without the query cache of the other screens, which the cart doesn't load.
 */
export function useObstacles(lines: readonly CartLine[], prescribed: boolean): CartObstacles {
  const { token } = useSession();
  const [obstacles, setObstacles] = useState<CartObstacles>([]);
  const checkout = JSON.stringify(toCheckoutList(lines));
  const shouldFetch = prescribed && token !== null;
  useEffect(() => {
    if (!shouldFetch) return undefined;
    const stop = new AbortController();
    // The call needs half of the store's contract: it loads only where something needs a prescription.
    import("./fetch-obstacles.ts")
      .then(({ fetchObstacles: askObstacles }) =>
        askObstacles(JSON.parse(checkout) as ReturnType<typeof toCheckoutList>, stop.signal),
      )
      .then(setObstacles, () => stop.signal.aborted || setObstacles("unknown"));
    return () => stop.abort();
  }, [shouldFetch, checkout]);
  if (!prescribed) return [];
  return token === null ? "unknown" : obstacles;
}

/** Lines that need a first visit; they share one notice, with a link to it. */
export const needsVisit =
  (obstacles: CartObstacles) =>
  ({ line }: { readonly line: CartLine }): boolean =>
    obstacles !== "unknown" &&
    obstacles.some(({ pricingid, fix }) => pricingid === line.pricingid && fix?.kind === "start_visit");

/** What prevents ordering one line. */
export const lineObstacle = (obstacles: CartObstacles, line: CartLine): CartObstacle | undefined =>
  obstacles === "unknown" || needsVisit(obstacles)({ line })
    ? undefined
    : obstacles.find(({ pricingid }) => pricingid === line.pricingid);
