import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { visitorHeaders } from "#app/api/session/visitor-headers.ts";
import { isOnboardingPath } from "#app/browser/urls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import type { trackingCalls } from "#contract/growth/tracking-calls.ts";
import type { WebVital } from "#contract/growth/vitals.ts";

type AppArea = WebVital["page"];

const authPaths = ["/login", "/forgot-password", "/new-password", "/invitation-code", "/eligibility"];

/** The area of the app a path belongs to; nothing more of the path is sent. */
export function appAreaOf(path: string): AppArea {
  if (path === "/cart") return "cart";
  if (authPaths.includes(path)) return "auth";
  return isOnboardingPath(path) ? "visit" : "dashboard";
}

/** Collects measurements; `take` returns and clears the latest value of each metric. */
export function createVitals(area: AppArea) {
  const measured = new Map<WebVital["name"], number>();
  return {
    note: ({ name, value }: { readonly name: WebVital["name"]; readonly value: number }) =>
      void measured.set(name, Math.max(0, value)),
    take(): WebVital[] {
      const items = [...measured].map(([name, value]) => ({ name, page: area, value }));
      measured.clear();
      return items;
    },
  };
}

/** Measures this page and sends the numbers and the area of the app when the page is hidden. */
export function measurePage(): void {
  const vitals = createVitals(appAreaOf(location.pathname));
  for (const on of [onLCP, onINP, onCLS, onFCP, onTTFB]) on(vitals.note);
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    // The library reports its last values when the page hides; this listener is registered after the library's and runs later.
    const items = vitals.take();
    if (items.length === 0) return;
    void send(items);
  });
}

const path: (typeof trackingCalls.vitals)["path"] = "/vitals";

/**
 * Uses plain `fetch`, not the API client, so that no page loads the contract for a measurement. Needs no session, is not retried, and fails
 * silently. The page may be gone before the response.
 */
const send = (items: readonly WebVital[]) =>
  fetch(fullPath({ path }), {
    method: "POST",
    headers: { ...visitorHeaders({ path }, visitorCookies), "content-type": "application/json" },
    body: JSON.stringify({ items }),
    credentials: "same-origin",
    cache: "no-store",
    keepalive: true,
  }).catch(() => null);
