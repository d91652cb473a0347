import { prefetcher } from "#app/api/prefetch.ts";
import { isHelperToken } from "#app/api/session/token.ts";
import { findRoute } from "#app/router/find-route.ts";
import { normalizePath } from "#app/browser/urls.ts";
import { needsRecord } from "./guards.ts";
import { type AppRoute, routes } from "./routes.tsx";

const recordAddress = "/api/onboarding";
/** The feed's cursor comes first: a change while the others are under way is delivered after it. */
const dashboardAddresses = ["/api/changes", recordAddress, "/api/user"];
const treatmentAddress = "/api/v2/prescriptionOrder/full";
const wellbeingAddress = "/api/v2/wellbeing";
const treatmentPagePattern = /^\/(?:home|treatment|(?:cancel-)?subscription(?:\/[^/]+)?)$/;

/** The first requests of a page, its guard and its shell, as addresses: the contract itself loads with their code. */
export function prefetchAddresses({
  path,
  guard,
  shell,
}: Pick<AppRoute, "path" | "guard" | "shell">): readonly string[] {
  if (shell !== "dashboard") return needsRecord(guard) ? [recordAddress] : [];
  if (!treatmentPagePattern.test(path)) return dashboardAddresses;
  return [...dashboardAddresses, treatmentAddress, ...(path === "/home" ? [wellbeingAddress] : [])];
}

/** Whether the page at `path` shows the treatment when it opens. */
export const showsTreatment = (path: string): boolean => treatmentPagePattern.test(normalizePath(path));

/** Requests all of it at once, while the code of the page at `path` is still loading; nothing for a helper, for whom it is no page. */
export function prefetchFor(path: string, token: string): void {
  const route = findRoute(routes, path);
  if (route && !isHelperToken(token)) prefetcher.prefetch(prefetchAddresses(route), token);
}
