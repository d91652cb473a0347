import { cookieMaxAges, type CookieName, cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { promoCodesNotAutoApplied } from "#contract/constants.ts";

/**
 * Keeps promo and referral codes of an address (spec §9) before anything is shown, as guards ask for them. Codes of past campaigns stay
 * visible as the session's promo but are not applied by themselves.
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

/** Whether a code is applied without her typing it; those of past campaigns are not (spec §9). */
export const isAutoApplied = (code: string): boolean =>
  !(promoCodesNotAutoApplied as readonly string[]).includes(code.trim().toUpperCase());

/** A code somebody was given, in the one way codes are written; null for anything else. Bounded, as it goes along with every call. */
export function parseCode(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : null;
}

/** Keeps a value for as long as its cookie lives; false when there is none. */
export function saveCookie(cookies: CookieJar, name: CookieName, value: string | null): boolean {
  if (value) cookies.set(name, value, cookieMaxAges[name]);
  return Boolean(value);
}

/** Whether her checkout has a field for a code: she came by a link that asks for it, or with an offer (spec §9). */
export const showsCouponField = (cookies: CookieJar): boolean =>
  cookies.get(cookieNames.showPromoForm) === "true" || cookies.get(cookieNames.sessionPromo) !== null;

/** The promo a leaving visitor carries to the marketing site, as query parameters. */
export function promoQuery(cookies: CookieJar): Record<string, string> {
  const promo = cookies.get(cookieNames.sessionPromo);
  return promo ? { [cookieNames.sessionPromo]: promo } : {};
}
