import { cookieMaxAges, type CookieName, cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { promoCodesNotAutoApplied } from "#contract/constants.ts";

/**
 * Stores the promo and referral codes of a URL (spec §9) before anything is shown, because guards read them. Codes of past campaigns are
 * kept as the session promo but are not applied automatically.
 */
export function saveCodes(search: string, cookies: CookieJar): void {
  const query = new URLSearchParams(search);
  const code = parseCode(query.get("promocode")) ?? parseCode(query.get("sessionPromo"));
  saveCookie(cookies, cookieNames.sessionPromo, code);
  if (code && isAutoApplied(code)) saveCookie(cookies, cookieNames.promocode, code);
  saveCookie(cookies, cookieNames.promocodeExisting, parseCode(query.get("promocodeExistingID")));
  saveCookie(cookies, cookieNames.referral, parseCode(query.get("refcode")));
  if (query.get("feature") === "checkoutform") saveCookie(cookies, cookieNames.showPromoForm, "true");
}

/** Whether a code is applied without being typed; codes of past campaigns are not (spec §9). */
export const isAutoApplied = (code: string): boolean =>
  !(promoCodesNotAutoApplied as readonly string[]).includes(code.trim().toUpperCase());

/** A code in canonical form; null if malformed. At most 40 characters, because every request carries it. */
export function parseCode(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : null;
}

/** Sets a cookie with its max age; false if there is no value. */
export function saveCookie(cookies: CookieJar, name: CookieName, value: string | null): boolean {
  if (value) cookies.set(name, value, cookieMaxAges[name]);
  return Boolean(value);
}

/** Whether the checkout has a field for a code: the patient came by a link that asks for it, or with a promo (spec §9). */
export const showsCouponField = (cookies: CookieJar): boolean =>
  cookies.get(cookieNames.showPromoForm) === "true" || cookies.get(cookieNames.sessionPromo) !== null;

/** The session promo as query parameters for links to the marketing site. */
export function promoQuery(cookies: CookieJar): Record<string, string> {
  const promo = cookies.get(cookieNames.sessionPromo);
  return promo ? { [cookieNames.sessionPromo]: promo } : {};
}
