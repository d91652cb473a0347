import { call } from "#app/api/call.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { randomUuid } from "#app/api/random.ts";
import { session } from "#app/api/session/session.ts";
import { whenIdle } from "#app/api/when-idle.ts";
import { hasGlobalPrivacyControl } from "./global-privacy-control.ts";
import { saveTracking, pruneTracking } from "./tracking-cookies.ts";

/**
 * Keeps what the page's address told, measures the page, and once somebody is signed in browser and server learn from each other where
 * she came from. `signedIn`: she was when the page began.
 */
export function trackVisit(search: string | null, signedIn: boolean): void {
  pruneTracking(visitorCookies);
  const visit = { now: Date.now(), newId: randomUuid, isPrivate: hasGlobalPrivacyControl() };
  const campaign = search !== null && saveTracking(search, visitorCookies, visit);
  whenIdle(async () => (await import("./web-vitals.ts")).measurePage());
  const syncOnSignIn = () => {
    if (session.get().token === null) return;
    stop();
    whenIdle(async () => {
      const { syncTracking } = await import("./sync-tracking.ts");
      const { token, record = null } = session.get();
      if (token !== null) await syncTracking({ call, cookies: visitorCookies, record, news: campaign || !signedIn });
    });
  };
  const stop = session.subscribe(syncOnSignIn);
  syncOnSignIn();
}
