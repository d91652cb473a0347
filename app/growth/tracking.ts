import { cookieNames } from "#app/api/cookie-names.ts";
import type { CookieJar } from "#app/api/cookies.ts";
import { cookieSeconds, promoCodesNotAutoApplied } from "#contract/constants.ts";

const utmFields = [
  "id",
  "name",
  "source",
  "medium",
  "campaign",
  "term",
  "content",
  "audience",
  "site",
  "placement",
] as const;

/** Click ids kept as they come: name in the address → cookie. */
const clickIds: readonly (readonly [parameter: string, cookie: string])[] = [
  ["gclid", cookieNames.gclid],
  ["tbclid", cookieNames.tbclid],
  ["fbp", cookieNames.fbp],
  ["fbc", cookieNames.fbc],
  ["_ef_transaction_id", cookieNames.everflow],
  ["sas_m_awin", cookieNames.awin],
  ["irclickid", cookieNames.impact],
  ["tblci", cookieNames.taboola],
];

/**
 * Keeps where she came from in first-party cookies (spec §3, §9): last touch on every new campaign, first touch once,
 * click ids, promo and referral codes. `now` in ms and `newId` name what the address does not.
 */
export function keepTracking(search: string, cookies: CookieJar, now: number, newId: () => string): void {
  const query = new URLSearchParams(search);
  keepCampaign(query, cookies);
  for (const [parameter, cookie] of clickIds) keep(cookies, cookie, valueOf(query, parameter), cookieSeconds.utm);
  const fbclid = valueOf(query, "fbclid");
  if (fbclid) cookies.set(cookieNames.fbc, `fb.1.${now}.${fbclid}`, cookieSeconds.utm);
  if (!cookies.get(cookieNames.deduplicationId)) cookies.set(cookieNames.deduplicationId, newId(), cookieSeconds.utm);
  keepCodes(query, cookies);
}

function keepCampaign(query: URLSearchParams, cookies: CookieJar): void {
  const utm = Object.fromEntries(
    utmFields.flatMap((field) => {
      const value = valueOf(query, `utm_${field}`);
      return value === null ? [] : [[field, value]];
    }),
  );
  if (Object.keys(utm).length === 0) return;
  cookies.set(cookieNames.utm, JSON.stringify(utm), cookieSeconds.utm);
  if (!cookies.get(cookieNames.firstTouchUtm))
    cookies.set(cookieNames.firstTouchUtm, JSON.stringify(utm), cookieSeconds.utm);
}

/** Codes of past campaigns stay visible as the session's promo but are not applied by themselves. */
function keepCodes(query: URLSearchParams, cookies: CookieJar): void {
  const code = (valueOf(query, "promocode") ?? valueOf(query, "sessionPromo"))?.toUpperCase() ?? null;
  keep(cookies, cookieNames.sessionPromo, code, cookieSeconds.sessionPromo);
  if (code && isAutoApplied(code)) {
    cookies.set(cookieNames.promocode, code, cookieSeconds.sessionPromo);
  }
  keep(cookies, cookieNames.promocodeExisting, valueOf(query, "promocodeExistingID"), cookieSeconds.sessionPromo);
  keep(cookies, cookieNames.referral, valueOf(query, "refcode"), cookieSeconds.utm);
  if (query.get("feature") === "checkoutform")
    cookies.set(cookieNames.showPromoForm, "true", cookieSeconds.showPromoForm);
}

/** Keeps a tracking cookie the marketing site tells, by the rules of `keepTracking`. */
export function keepCookie(name: string, value: string, cookies: CookieJar): void {
  if (name === cookieNames.firstTouchUtm && cookies.get(name) !== null) return;
  if (name === cookieNames.promocode && !isAutoApplied(value)) return;
  const codes: readonly string[] = [cookieNames.sessionPromo, cookieNames.promocode, cookieNames.promocodeExisting];
  cookies.set(name, value, codes.includes(name) ? cookieSeconds.sessionPromo : cookieSeconds.utm);
}

const isAutoApplied = (code: string) =>
  !(promoCodesNotAutoApplied as readonly string[]).includes(code.trim().toUpperCase());

function keep(cookies: CookieJar, name: string, value: string | null, seconds: number): void {
  if (value) cookies.set(name, value, seconds);
}

/** One short line of printable text, or null. */
function valueOf(query: URLSearchParams, name: string): string | null {
  const value = query.get(name)?.trim();
  return value && value.length <= 200 && !/\p{Cc}/u.test(value) ? value : null;
}

/**
 * Where she came from as an address says it, so that `keepTracking` keeps it again on a page of the app whose cookies are others.
 * First touch goes along as the last one; the browser's own ids stay out of addresses.
 */
export function campaignQuery(cookies: CookieJar): URLSearchParams {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(utmOf(cookies.get(cookieNames.utm)))) query.set(`utm_${field}`, value);
  for (const [parameter, cookie] of [
    ...clickIds.filter(([, cookie]) => cookie !== cookieNames.fbp && cookie !== cookieNames.fbc),
    ["sessionPromo", cookieNames.sessionPromo],
    ["promocodeExistingID", cookieNames.promocodeExisting],
    ["refcode", cookieNames.referral],
  ] as const) {
    const value = cookies.get(cookie);
    if (value) query.set(parameter, value);
  }
  return query;
}

function utmOf(json: string | null): Record<string, string> {
  try {
    const given: unknown = JSON.parse(json ?? "{}");
    return Object.fromEntries(
      Object.entries(given as object).filter(
        ([field, value]) => (utmFields as readonly string[]).includes(field) && typeof value === "string",
      ),
    ) as Record<string, string>;
  } catch {
    return {};
  }
}

/** The promo a leaving visitor carries to the marketing site, as query parameters. */
export function promoQuery(cookies: CookieJar): Record<string, string> {
  const promo = cookies.get(cookieNames.sessionPromo);
  return promo ? { [cookieNames.sessionPromo]: promo } : {};
}
