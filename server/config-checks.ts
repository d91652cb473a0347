/**
 * Combinations of settings that are refused. The demo parts (demo patients, care desk, movable clock) run only where they cannot be mistaken for real
 * ones, and production starts only with everything that makes it real. Each rule returns one line that names its setting.
 */
export interface Settings {
  readonly NODE_ENV?: string | undefined;
  readonly DEMO?: string | undefined;
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly MARKETING_ORIGIN?: string | undefined;
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_PUBLISHABLE_KEY?: string | undefined;
  readonly STRIPE_TEST?: string | undefined;
  readonly SECRETS_KEY?: string | undefined;
  readonly IDENTITY_URL?: string | undefined;
  readonly EVENTS_FORWARD_URL?: string | undefined;
  readonly STAFF_OIDC_ISSUER?: string | undefined;
  readonly API_KEY?: string | undefined;
  readonly EVENTS_FORWARD_TOKEN?: string | undefined;
  readonly METRICS_TOKEN?: string | undefined;
  readonly PASSWORD_MEMORY_KIB: number;
}

/** Memory for hashing a password, in KiB: OWASP Password Storage Cheat Sheet, Argon2id with two passes and one lane. */
export const owaspKib = 19_456;

const isLive = (key: string | undefined) => /^(sk|rk|pk)_live_/.test(key ?? "");
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Why demo parts may not run with these settings; null when they may. */
export function demoConfigError(settings: Settings): string | null {
  if (settings.DEMO === "1") return null;
  const advice = "set NODE_ENV=production, or DEMO=1 where no real patient can come";
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const)
    if (isLive(settings[name])) return `Setting ${name} is refused: a demo would charge real cards; ${advice}.`;
  if (!isLoopback(settings.HOST))
    return `Setting HOST is refused: a demo would answer other machines at ${settings.HOST}; ${advice}.`;
  if (settings.PUBLIC_URL?.startsWith("https:"))
    return `Setting PUBLIC_URL is refused: a demo would be taken for a real clinic at ${settings.PUBLIC_URL}; ${advice}.`;
  return null;
}

/** Why production may not start with these settings, all of which are present; null when it may. */
export function productionConfigError(settings: Settings): string | null {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_TEST: test } = settings;
  if (settings.DEMO === "1") return "Setting DEMO is refused: production has no demo parts.";
  for (const name of [
    "PUBLIC_URL",
    "MARKETING_ORIGIN",
    "IDENTITY_URL",
    "EVENTS_FORWARD_URL",
    "STAFF_OIDC_ISSUER",
  ] as const)
    if (settings[name]?.startsWith("http:")) return `Setting ${name} is malformed: production needs https.`;
  if (isLive(secret) !== isLive(publishable))
    return "Setting STRIPE_PUBLISHABLE_KEY is malformed: one Stripe key is live, the other is not.";
  if (!isLive(secret) && test !== "1")
    return "Setting STRIPE_SECRET_KEY is refused: it is no live key, and production takes no test payments without STRIPE_TEST=1.";
  if (isLive(secret) && test === "1")
    return "Setting STRIPE_TEST is refused: the Stripe keys are live, so real cards would be charged.";
  for (const name of ["SECRETS_KEY", "API_KEY", "EVENTS_FORWARD_TOKEN", "METRICS_TOKEN"] as const) {
    const weakness = settings[name] === undefined ? null : secretWeakness(settings[name]);
    if (weakness) return `Setting ${name} is malformed: ${weakness}; make one with: openssl rand -hex 32`;
  }
  if (settings.PASSWORD_MEMORY_KIB < owaspKib)
    return `Setting PASSWORD_MEMORY_KIB is malformed: production needs ${owaspKib} or more.`;
  return null;
}

/** What makes a secret guessable regardless of its length; null if nothing was found. */
function secretWeakness(key: string): string | null {
  const codes = Array.from(key, (character) => character.codePointAt(0) ?? 0);
  if (new Set(codes).size < 8) return "it has too few different characters";
  for (let repeatLength = 1; repeatLength <= codes.length / 2; repeatLength += 1)
    if (codes.every((code, index) => index < repeatLength || code === codes[index - repeatLength]))
      return "it repeats itself";
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  if (steps.filter((step) => Math.abs(step) <= 1).length > steps.length / 2) return "it counts up or down";
  if (/change.?me|replace.?me|example|placeholder|password|your.?(secret|key)|secrets?.?key/i.test(key))
    return "it looks like a placeholder";
  return null;
}
