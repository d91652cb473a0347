import { ahead } from "#app/api/ahead.ts";
import { findRoute } from "#app/router/find-route.ts";
import { plainPath } from "#app/router/paths.ts";
import { needsRecord } from "#app/router/guards.ts";
import { type AppRoute, routes } from "#app/routes.tsx";

const record = "/api/onboarding";
/** The place in the feed comes first: what moves while the others are answered is told after it. */
const everywhere = ["/api/changes", record, "/api/user"];
const treatment = "/api/v2/prescriptionOrder/full";
const treatmentPages = /^\/(?:home|treatment|(?:cancel-)?subscription(?:\/[^/]+)?)$/;

/** What a page, its guard and its frame ask for first, as addresses: the contract itself comes with their code. */
export function firstCalls({ path, guard, shell }: Pick<AppRoute, "path" | "guard" | "shell">): readonly string[] {
  if (shell !== "dashboard") return needsRecord(guard) ? [record] : [];
  return treatmentPages.test(path) ? [...everywhere, treatment] : everywhere;
}

/** Whether the page at `path` shows the treatment at first sight. */
export const showsTreatment = (path: string): boolean => treatmentPages.test(plainPath(path));

/** Asks for all of it at once, while the code of the page at `path` is still on its way. */
export function askFirst(path: string, token: string): void {
  const route = findRoute(routes, path);
  if (route) ahead.ask(firstCalls(route), token);
}
