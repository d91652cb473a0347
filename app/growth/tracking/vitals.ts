import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { call } from "#app/api/api.ts";
import { growth } from "#contract/growth.ts";
import type { WebVital } from "#contract/tracking-calls.ts";
import { isOnboardingPath } from "#app/router/paths.ts";

type Place = WebVital["place"];

const authPaths = ["/login", "/forgot-password", "/new-password", "/invitation-code", "/eligibility"];

/** The part of the app an address belongs to: all that is told of it. */
export function placeOf(path: string): Place {
  if (path === "/cart") return "cart";
  if (authPaths.includes(path)) return "auth";
  return isOnboardingPath(path) ? "visit" : "dashboard";
}

/** What was measured since it was last taken, the newest value of each metric. */
export function vitalsOf(place: Place) {
  const measured = new Map<WebVital["name"], number>();
  return {
    note: ({ name, value }: { readonly name: WebVital["name"]; readonly value: number }) =>
      void measured.set(name, Math.max(0, value)),
    take(): WebVital[] {
      const items = [...measured].map(([name, value]) => ({ name, place, value }));
      measured.clear();
      return items;
    },
  };
}

/** Measures this page, and tells the server when she leaves it: numbers, and which part of the app it was. */
export function measurePage(): void {
  const vitals = vitalsOf(placeOf(location.pathname));
  for (const on of [onLCP, onINP, onCLS, onFCP, onTTFB]) on(vitals.note);
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    // The library hands in its last values when the page hides; this listener stands behind theirs.
    const items = vitals.take();
    if (items.length === 0) return;
    // The page may be gone before the answer.
    const send = (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true });
    call(growth.vitals, { body: { items } }, { silent: true, send }).catch(() => null);
  });
}
