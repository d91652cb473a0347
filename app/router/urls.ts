/** The pages of the onboarding visit in the order a patient meets them; `/` stands for whichever she has reached. */
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

/** `/a/` and `/a` are one page. */
export const normalizePath = (path: string): string => path.replace(/\/+$/, "") || "/";

export const isOnboardingPath = (path: string): boolean =>
  (onboardingPaths as readonly string[]).includes(normalizePath(path));
