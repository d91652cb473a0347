import { visitorCookies, type CookieJar } from "#app/api/session/cookies.ts";
import { cookieMaxAges, cookieNames } from "#app/api/session/cookie-names.ts";
import { cookieId } from "#app/api/session/visitor-headers.ts";
import { settings, type Settings } from "#app/settings.ts";
import { variantOf } from "#contract/growth/experiments.ts";

/** The variants the server assigned, by experiment; empty if the cookie is unreadable. */
function serverVariants(cookies: CookieJar): Readonly<Record<string, unknown>> {
  try {
    const assigned: unknown = JSON.parse(cookies.get(cookieNames.variants) ?? "{}");
    return typeof assigned === "object" && assigned !== null ? (assigned as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Stores the variants the server assigned, so that they are the same on all of the patient's devices. */
export const saveVariants = (
  items: readonly { readonly name: string; readonly variant: string }[],
  cookies: CookieJar = visitorCookies,
): void =>
  cookies.set(
    cookieNames.variants,
    JSON.stringify(Object.fromEntries(items.map(({ name, variant }) => [name, variant]))),
    cookieMaxAges.variants,
  );

/**
 * The variant of an experiment to show in this browser, without a request: the one the server assigned, else the one it is going to assign.
 * Null if the experiment is not running. Call once per page, so that nothing changes while the patient looks at it.
 */
export function variantOfExperiment(
  name: string,
  cookies: CookieJar = visitorCookies,
  running: Settings["experiments"] = settings.experiments,
): string | null {
  const experiment = running.find((each) => each.name === name);
  if (!experiment) return null;
  const assigned = serverVariants(cookies)[name];
  const assignedVariant = experiment.variants.find((variant) => variant.name === assigned);
  return assignedVariant ? assignedVariant.name : variantOf(experiment, cookieId(cookies));
}
