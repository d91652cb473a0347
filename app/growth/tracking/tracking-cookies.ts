import { type CookieName, cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { frameCookies } from "#contract/cart/frame-limits.ts";
import { awinClickOf, opaqueIdOf, utmFields, utmSetOf, utmSetOfJson } from "#contract/growth/campaign-values.ts";
import { parseCode, isAutoApplied, saveCookie } from "../promo/promo-codes.ts";

type CookieReader = (value: string) => string | null;

/** Click ids, stored as they come: query parameter → cookie. */
const clickIds: readonly (readonly [parameter: string, cookie: CookieName, read: CookieReader])[] = [
  ["gclid", cookieNames.gclid, opaqueIdOf],
  ["tbclid", cookieNames.tbclid, opaqueIdOf],
  ["fbp", cookieNames.fbp, opaqueIdOf],
  ["fbc", cookieNames.fbc, opaqueIdOf],
  ["_ef_transaction_id", cookieNames.everflow, opaqueIdOf],
  ["sas_m_awin", cookieNames.awin, awinClickOf],
  ["irclickid", cookieNames.impact, opaqueIdOf],
  ["tblci", cookieNames.taboola, opaqueIdOf],
];

/** Input besides the URL, including the browser's privacy preference. */
export interface TrackingInput {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly newId: () => string;
  /** The browser sends Global Privacy Control: no click id is kept, and earlier ones are dropped. */
  readonly isPrivate: boolean;
}

/**
 * Stores attribution in first-party cookies (spec §3, §9): last touch on every new campaign, first touch once, click ids. Malformed values
 * are dropped. True if the URL named a campaign or a click.
 */
export function saveTracking(search: string, cookies: CookieJar, { now, newId, isPrivate }: TrackingInput): boolean {
  const query = new URLSearchParams(search);
  const campaign = saveCampaign(query, cookies);
  if (isPrivate) {
    for (const cookie of [...clickIds.map(([, name]) => name), cookieNames.deduplicationId])
      if (cookies.get(cookie) !== null) cookies.drop(cookie);
    return campaign;
  }
  const saved = clickIds.map(([parameter, cookie, read]) =>
    saveCookie(cookies, cookie, read(query.get(parameter) ?? "")),
  );
  const fbclid = opaqueIdOf(query.get("fbclid"));
  saved.push(saveCookie(cookies, cookieNames.fbc, fbclid && opaqueIdOf(`fb.1.${now}.${fbclid}`)));
  if (!cookies.get(cookieNames.deduplicationId)) saveCookie(cookies, cookieNames.deduplicationId, newId());
  return campaign || saved.includes(true);
}

function saveCampaign(query: URLSearchParams, cookies: CookieJar): boolean {
  const utm = utmSetOf(Object.fromEntries(utmFields.map((field) => [field, query.get(`utm_${field}`)])));
  if (!utm) return false;
  const json = JSON.stringify(utm);
  saveCookie(cookies, cookieNames.utm, json);
  if (!cookies.get(cookieNames.firstTouchUtm)) saveCookie(cookies, cookieNames.firstTouchUtm, json);
  return true;
}

/** The reader for each cookie the marketing site may send. */
const readerByCookie: Readonly<Partial<Record<string, CookieReader>>> = {
  [cookieNames.utm]: normalizeUtmJson,
  [cookieNames.firstTouchUtm]: normalizeUtmJson,
  ...Object.fromEntries(clickIds.map(([, cookie, read]) => [cookie, read])),
  [cookieNames.deduplicationId]: opaqueIdOf,
};

/** Maximum length of such a cookie's value, URL-encoded. */
const maxEncodedLength = 1000;

/**
 * Drops malformed tracking cookies, whoever wrote them. Together the valid ones stay below 6 kB, so that no link can make requests too
 * large for a server.
 */
export function pruneTracking(cookies: CookieJar): void {
  for (const name of frameCookies) {
    const value = cookies.get(name);
    if (value === null) continue;
    if (encodeURIComponent(value).length > maxEncodedLength || (readerByCookie[name] ?? parseCode)(value) === null)
      cookies.drop(name);
  }
}

/** Stores a tracking cookie sent by the marketing site, by the same rules as `saveTracking`. */
export function saveTrackingCookie(name: CookieName, value: string, cookies: CookieJar): void {
  if (name === cookieNames.firstTouchUtm && cookies.get(name) !== null) return;
  if (name === cookieNames.promocode && !isAutoApplied(value)) return;
  saveCookie(cookies, name, (readerByCookie[name] ?? parseCode)(value));
}

function normalizeUtmJson(json: string): string | null {
  const utm = utmSetOfJson(json);
  return utm && JSON.stringify(utm);
}

/**
 * Attribution as query parameters, so that `saveTracking` restores it on a page of the app with other cookies. First touch is not included:
 * it becomes the last touch there. The browser's own ids stay out of URLs.
 */
export function trackingQuery(cookies: CookieJar): URLSearchParams {
  const query = new URLSearchParams();
  const utm = utmSetOfJson(cookies.get(cookieNames.utm)) ?? {};
  for (const [field, value] of Object.entries(utm)) query.set(`utm_${field}`, value);
  for (const [parameter, cookie, read] of [
    ...clickIds.filter(([, name]) => name !== cookieNames.fbp && name !== cookieNames.fbc),
    ["sessionPromo", cookieNames.sessionPromo, parseCode],
    ["promocodeExistingID", cookieNames.promocodeExisting, parseCode],
    ["refcode", cookieNames.referral, parseCode],
  ] as const) {
    const value = read(cookies.get(cookie) ?? "");
    if (value) query.set(parameter, value);
  }
  return query;
}
