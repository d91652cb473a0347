import type { Endpoint } from "#contract/endpoint.ts";
import type { CookieJar } from "./cookies.ts";
import { cookieNames } from "./cookie-names.ts";
import { randomId } from "./random.ts";

/** A year: the id outlives sessions, so that a visit begun today is recognised tomorrow. */
const cookieIdSeconds = 365 * 24 * 3600;

/** Our own random id of this browser; nothing about her can be read from it. */
function cookieId(cookies: CookieJar): string {
  const known = cookies.get(cookieNames.cookieId);
  if (known) return known;
  const id = randomId();
  cookies.set(cookieNames.cookieId, id, cookieIdSeconds);
  return id;
}

/** Calls that carry where she came from (spec §7): sign-up and the first e-mail. */
const marketingCalls: readonly string[] = ["/signup", "/signup/nonrx", "/patient/base"];

const marketingHeaders = {
  "x-utm": cookieNames.utm,
  "x-first-touch-utm": cookieNames.firstTouchUtm,
  "x-gclid": cookieNames.gclid,
  "x-tbclid": cookieNames.tbclid,
  "x-deduplication-id": cookieNames.deduplicationId,
} as const;

const everyCallsHeaders = { "x-fbp": cookieNames.fbp, "x-fbc": cookieNames.fbc } as const;

/** Headers that tell which browser calls. Values are percent-encoded: headers hold no other letters than Latin ones. */
export function visitorHeaders(endpoint: Endpoint, cookies: CookieJar): Record<string, string> {
  const wanted = marketingCalls.includes(endpoint.path)
    ? { ...everyCallsHeaders, ...marketingHeaders }
    : everyCallsHeaders;
  const headers: Record<string, string> = { "x-cookie-id": cookieId(cookies) };
  for (const [header, cookie] of Object.entries(wanted)) {
    const value = cookies.get(cookie);
    if (value) headers[header] = encodeURIComponent(value);
  }
  return headers;
}
