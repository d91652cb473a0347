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
