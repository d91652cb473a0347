import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { visitorHeaders } from "#app/api/visitor-headers.ts";
import { isOnboardingPath } from "#app/router/urls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { vitalsRoute, type WebVital } from "#contract/growth/vitals.ts";

type AppArea = WebVital["place"];

const authPaths = ["/login", "/forgot-password", "/new-password", "/invitation-code", "/eligibility"];

/** The part of the app an address belongs to: all that is told of it. */
export function appAreaOf(path: string): AppArea {
  if (path === "/cart") return "cart";
  if (authPaths.includes(path)) return "auth";
  return isOnboardingPath(path) ? "visit" : "dashboard";
}

/** What was measured since it was last taken, the newest value of each metric. */
export function createVitals(area: AppArea) {
  const measured = new Map<WebVital["name"], number>();
  return {
    note: ({ name, value }: { readonly name: WebVital["name"]; readonly value: number }) =>
      void measured.set(name, Math.max(0, value)),
    take(): WebVital[] {
      const items = [...measured].map(([name, value]) => ({ name, place: area, value }));
      measured.clear();
      return items;
    },
  };
}

/** Measures this page, and tells the server when she leaves it: numbers, and which part of the app it was. */
export function measurePage(): void {
  const vitals = createVitals(appAreaOf(location.pathname));
  for (const on of [onLCP, onINP, onCLS, onFCP, onTTFB]) on(vitals.note);
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    // The library hands in its last values when the page hides; this listener stands behind theirs.
    const items = vitals.take();
    if (items.length === 0) return;
    void send(items);
  });
}

/**
 * Without the client of the other calls, whose contract no page should load for a count: nobody is signed in for it, nothing is tried
 * again and nobody hears of a failure. The page may be gone before the answer.
 */
const send = (items: readonly WebVital[]) =>
  fetch(fullPath(vitalsRoute), {
    method: vitalsRoute.method,
    headers: { ...visitorHeaders(vitalsRoute, visitorCookies), "content-type": "application/json" },
    body: JSON.stringify({ items }),
    credentials: "same-origin",
    cache: "no-store",
    keepalive: true,
  }).catch(() => null);
