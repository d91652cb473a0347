import { useEffect, useState } from "react";
import { useSession } from "#app/api/session.ts";
import type { Output } from "#contract/endpoint.ts";
import type { CartLine } from "#contract/frame.ts";
import type { store } from "#contract/store.ts";
import { checkoutList } from "./lines.ts";

/** Why a line cannot be ordered now, as the server says. */
export type Obstacle = Output<typeof store.computeTax>["obstacles"][number];

/** `unknown`: nobody is signed in, or the server cannot say before there is an address. */
type Obstacles = readonly Obstacle[] | "unknown";

/**
 * What stands in the way of the cart's lines, before anything is entered or paid; asked only where something is prescribed. While the server
 * is asked anew, what it said of the lines before stands. Without the cache of the other screens, which the cart does not carry.
 */
export function useObstacles(lines: readonly CartLine[], prescribed: boolean): Obstacles {
  const { token } = useSession();
  const [found, setFound] = useState<Obstacles>([]);
  const checkout = JSON.stringify(checkoutList(lines));
  const asks = prescribed && token !== null;
  useEffect(() => {
    if (!asks) return undefined;
    const stop = new AbortController();
    // What the call needs is half of the shop's contract: it comes only where something is prescribed.
    import("./ask-obstacles.ts")
      .then(({ askObstacles }) => askObstacles(JSON.parse(checkout) as ReturnType<typeof checkoutList>, stop.signal))
      .then(setFound, () => stop.signal.aborted || setFound("unknown"));
    return () => stop.abort();
  }, [asks, checkout]);
  if (!prescribed) return [];
  return token === null ? "unknown" : found;
}

/** Lines that wait for a first visit; they are told of together, with the way there. */
export const waitsForVisit =
  (obstacles: Obstacles) =>
  ({ line }: { readonly line: CartLine }): boolean =>
    obstacles !== "unknown" &&
    obstacles.some(({ pricingid, fix }) => pricingid === line.pricingid && fix?.kind === "start_visit");

/** What stands in the way of one line by itself. */
export const obstacleOf = (obstacles: Obstacles, line: CartLine): Obstacle | undefined =>
  obstacles === "unknown" || waitsForVisit(obstacles)({ line })
    ? undefined
    : obstacles.find(({ pricingid }) => pricingid === line.pricingid);
