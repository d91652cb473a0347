import { session } from "#app/api/session/session.ts";
import { whenIdle } from "#app/browser/timers.ts";

/**
 * Starts storing attribution and measuring pages. Nothing waits for it: without a query it starts when the browser is idle. `search` is
 * null in a frame, whose own URL says nothing about the visit.
 */
export function startTracking(search: string | null): void {
  const signedIn = session.get().token !== null;
  const work = async () => (await import("./track-visit.ts")).trackVisit(search, signedIn);
  if (search) work().catch(() => null);
  else whenIdle(work);
}
