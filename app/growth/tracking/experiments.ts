import { visitorCookies, type CookieJar } from "#app/api/cookies.ts";
import { cookieLives, cookieNames } from "#app/api/cookie-names.ts";
import { cookieId } from "#app/api/headers.ts";
import { settings, type Settings } from "#app/api/settings.ts";
import { variantOf } from "#contract/experiments.ts";

/** The variants the server told of, by experiment; what cannot be read is none. */
function toldVariants(cookies: CookieJar): Readonly<Record<string, unknown>> {
  try {
    const told: unknown = JSON.parse(cookies.get(cookieNames.variants) ?? "{}");
    return typeof told === "object" && told !== null ? (told as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Keeps the server's word on her variants, so that they are the same on all her devices. */
export const keepVariants = (
  items: readonly { readonly name: string; readonly variant: string }[],
  cookies: CookieJar = visitorCookies,
): void =>
  cookies.set(
    cookieNames.variants,
    JSON.stringify(Object.fromEntries(items.map(({ name, variant }) => [name, variant]))),
    cookieLives.variants,
  );

/**
 * The variant of an experiment this browser shows, known without asking anybody: as the server told, else as it will. Null when the
 * experiment does not run. Ask once a page, so that nothing changes under her eyes.
 */
export function variantShown(
  name: string,
  cookies: CookieJar = visitorCookies,
  running: Settings["experiments"] = settings.experiments,
): string | null {
  const experiment = running.find((each) => each.name === name);
  if (!experiment) return null;
  const told = toldVariants(cookies)[name];
  const known = experiment.variants.find((variant) => variant.name === told);
  return known ? known.name : variantOf(experiment, cookieId(cookies));
}
