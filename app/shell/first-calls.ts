import { prefetcher } from "#app/api/prefetch.ts";
import { findRoute } from "#app/router/find-route.ts";
import { normalizePath } from "#app/router/urls.ts";
import { needsRecord } from "#app/router/guards.ts";
import { type AppRoute, routes } from "#app/routes.tsx";

const recordAddress = "/api/onboarding";
/** The place in the feed comes first: what moves while the others are answered is told after it. */
const dashboardAddresses = ["/api/changes", recordAddress, "/api/user"];
const treatmentAddress = "/api/v2/prescriptionOrder/full";
const treatmentPagePattern = /^\/(?:home|treatment|(?:cancel-)?subscription(?:\/[^/]+)?)$/;

/** What a page, its guard and its frame ask for first, as addresses: the contract itself comes with their code. */
export function prefetchAddresses({
  path,
  guard,
  shell,
}: Pick<AppRoute, "path" | "guard" | "shell">): readonly string[] {
  if (shell !== "dashboard") return needsRecord(guard) ? [recordAddress] : [];
  return treatmentPagePattern.test(path) ? [...dashboardAddresses, treatmentAddress] : dashboardAddresses;
}

/** Whether the page at `path` shows the treatment at first sight. */
export const showsTreatment = (path: string): boolean => treatmentPagePattern.test(normalizePath(path));

/** Asks for all of it at once, while the code of the page at `path` is still on its way. */
export function prefetchFor(path: string, token: string): void {
  const route = findRoute(routes, path);
  if (route) prefetcher.ask(prefetchAddresses(route), token);
}
