/** The pages of the onboarding visit in the order a patient meets them; `/` stands for the furthest one reached. */
export const onboardingPaths = [
  "/",
  "/onboarding",
  "/eligibility",
  "/health-questions",
  "/treatment-options",
  "/treatment-addons",
  "/identity-verification",
  "/checkout",
] as const;

/** Normalizes `/a/` and `/a` to one path. */
export const normalizePath = (path: string): string => path.replace(/\/+$/, "") || "/";

export const isOnboardingPath = (path: string): boolean =>
  (onboardingPaths as readonly string[]).includes(normalizePath(path));

/** The query without these names, with its `?` when anything is left. */
export function withoutQueryParams(query: string, ...names: readonly string[]): string {
  const remaining = new URLSearchParams(query);
  for (const name of names) remaining.delete(name);
  return remaining.size > 0 ? `?${remaining.toString()}` : "";
}

/** An address as a URL, null where it is invalid: `URL.parse` where browsers have it. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Title of the window: product name | route title (spec §2.2). */
export const windowTitle = (brand: string, title: string): string => [brand, title].filter(Boolean).join(" | ");
