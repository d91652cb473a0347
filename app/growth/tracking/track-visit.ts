import { call } from "#app/api/call.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { session } from "#app/api/session/session.ts";
import { whenIdle } from "#app/browser/timers.ts";
import { hasGlobalPrivacyControl } from "./global-privacy-control.ts";
import { saveTracking, pruneTracking } from "./tracking-cookies.ts";

/**
 * Stores the campaign in the page's URL, starts measuring the page, and syncs attribution with the server once someone is signed in.
 * `signedIn`: someone was signed in when the page loaded.
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
      if (token !== null) await syncTracking({ call, cookies: visitorCookies, record, isNew: campaign || !signedIn });
    });
  };
  const stop = session.subscribe(syncOnSignIn);
  syncOnSignIn();
}
