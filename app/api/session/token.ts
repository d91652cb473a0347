import { helperAudience } from "#contract/constants.ts";

/** Claims of an access token, read without checking its signature: for timing and display, never for trust. */
export function tokenClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const part = token.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Whether a token is of somebody who helps a patient: for the pages of a patient nobody is signed in then. */
export const isHelperToken = (token: string | null): boolean => tokenClaims(token ?? "")["aud"] === helperAudience;

/** Id of the patient a token belongs to, or of the helper; empty without a token that has one. */
export function tokenPatientId(token: string | null): string {
  const { sub } = tokenClaims(token ?? "");
  return typeof sub === "string" ? sub : "";
}

/** Id of the session a token belongs to: the same from one sign-in to the next. */
export const tokenSessionId = (token: string | null): string => String(tokenClaims(token ?? "")["sid"]);

/** Whether two tokens belong to the same patient. */
export const samePatient = (one: string, other: string): boolean => tokenPatientId(one) === tokenPatientId(other);

/** Expiry and lifetime of a token in ms; lifetime 0 when it has no issue time. */
function tokenTimes(token: string): { expiresAt: number; lifetime: number } | null {
  const { exp, iat } = tokenClaims(token);
  if (typeof exp !== "number") return null;
  return { expiresAt: exp * 1000, lifetime: typeof iat === "number" ? (exp - iat) * 1000 : 0 };
}

/** How long before its expiry a token is renewed, ms. */
const renewMarginMs = 60_000;

/**
 * Milliseconds until a token should be renewed. A token just received is timed by its own lifetime, so that a wrong clock on the device cannot make
 * every token look expired.
 */
export function renewalDelay(token: string, now: number, justReceived: boolean): number | null {
  const times = tokenTimes(token);
  if (!times) return null;
  const left = justReceived && times.lifetime > 0 ? times.lifetime : times.expiresAt - now;
  const longest = times.lifetime > 0 ? times.lifetime : left;
  return Math.max(Math.min(left, longest) - renewMarginMs, justReceived ? renewMarginMs / 2 : 0);
}
