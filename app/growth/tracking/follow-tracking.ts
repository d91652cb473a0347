import { call } from "#app/api/api.ts";
import { visitorCookies } from "#app/api/cookies.ts";
import { randomUuid } from "#app/api/random.ts";
import { session } from "#app/api/session.ts";
import { whenIdle } from "#app/api/when-idle.ts";
import { hasGlobalPrivacyControl } from "./privacy-wish.ts";
import { saveTracking, pruneTracking } from "./tracking.ts";

/**
 * Keeps what the page's address told, measures the page, and once somebody is signed in browser and server learn from each other where
 * she came from. `signedIn`: she was when the page began.
 */
export function trackVisit(search: string | null, signedIn: boolean): void {
  pruneTracking(visitorCookies);
  const visit = { now: Date.now(), newId: randomUuid, isPrivate: hasGlobalPrivacyControl() };
  const campaign = search !== null && saveTracking(search, visitorCookies, visit);
  whenIdle(async () => (await import("./vitals.ts")).measurePage());
  const syncOnSignIn = () => {
    if (session.get().token === null) return;
    stop();
    whenIdle(async () => {
      const { syncTracking } = await import("./tracking-sync.ts");
      const { token, record = null } = session.get();
      if (token !== null) await syncTracking({ call, cookies: visitorCookies, record, news: campaign || !signedIn });
    });
  };
  const stop = session.subscribe(syncOnSignIn);
  syncOnSignIn();
}
