import { session } from "#app/api/session/session.ts";
import { whenIdle } from "#app/api/when-idle.ts";

/**
 * Begins what keeps where she came from and measures pages. Nothing on the page waits for it: without a query it begins when the browser
 * has nothing better to do. `search` is null in a frame, whose own address says nothing.
 */
export function startTracking(search: string | null): void {
  const signedIn = session.get().token !== null;
  const work = async () => (await import("./track-visit.ts")).trackVisit(search, signedIn);
  if (search) work().catch(() => null);
  else whenIdle(work);
}
