import { trackingHeaderMax } from "#contract/constants.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import type { CookieJar } from "./cookies.ts";
import { cookieMaxAges, cookieNames } from "./cookie-names.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";

/** Our own random id of this browser; it carries no personal data. */
export function cookieId(cookies: CookieJar): string {
  const existing = cookies.get(cookieNames.cookieId);
  if (existing) return existing;
  const id = randomUuid();
  cookies.set(cookieNames.cookieId, id, cookieMaxAges.cookieId);
  return id;
}

/** Calls that carry the visitor's attribution (spec §7): sign-up, the first e-mail, and the event of a new campaign. */
const marketingPaths: readonly string[] = [
  "/signup",
  "/signup/nonrx",
  "/patient/base",
  "/integromat/events/{eventName}",
];

const commonHeaders = { "x-fbp": cookieNames.fbp, "x-fbc": cookieNames.fbc };
const marketingHeaders = {
  ...commonHeaders,
  "x-utm": cookieNames.utm,
  "x-first-touch-utm": cookieNames.firstTouchUtm,
  "x-gclid": cookieNames.gclid,
  "x-tbclid": cookieNames.tbclid,
  "x-deduplication-id": cookieNames.deduplicationId,
};

/** Headers that identify the calling browser. Values are percent-encoded, as headers hold only Latin-1. The server drops values of another format. */
export function visitorHeaders(endpoint: Pick<Endpoint, "path">, cookies: CookieJar): Record<string, string> {
  const isMarketing = marketingPaths.includes(endpoint.path);
  const headers: Record<string, string> = { "x-cookie-id": cookieId(cookies) };
  for (const [header, cookie] of Object.entries(isMarketing ? marketingHeaders : commonHeaders)) {
    const value = encodeURIComponent(cookies.get(cookie) ?? "");
    if (value && value.length <= trackingHeaderMax) headers[header] = value;
  }
  return headers;
}
