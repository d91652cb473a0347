/**
 * A visitor's attribution, kept in first-party cookies of this site and passed on to the app. Pure rules: the cookies, the
 * clock and the browser's privacy signal are inputs. The build makes it a script of its own, /assets/tracking.js.
 */

import { frameCookies } from "#contract/cart/frame-limits.ts";
import { cookieSeconds, promoCodesNotAutoApplied } from "#contract/constants.ts";
import { awinClickOf, opaqueIdOf, utmFields, utmSetOf, utmSetOfJson } from "#contract/growth/campaign-values.ts";

export interface CookieJar {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, value: string, seconds: number) => void;
  readonly drop: (name: string) => void;
}

interface Visit {
  readonly search: string;
  readonly cookies: CookieJar;
  /** In ms. */
  readonly now: number;
  readonly newId: () => string;
  readonly isPrivate: boolean;
}

/** Click ids that ads add to an address: query parameter → cookie. */
const clickIds = [
  ["gclid", "gclid"],
  ["tbclid", "tbclid"],
  ["fbp", "_fbp"],
  ["fbc", "_fbc"],
  ["_ef_transaction_id", "everflowTransactionId"],
  ["sas_m_awin", "sas_m_awin"],
  ["irclickid", "irclickid"],
  ["tblci", "taboolaClickID"],
] as const;

/**
 * Stores what the address of this visit contains: the campaign of the last touch, and of the first one once; click ids; promo and referral codes. For
 * a visitor who asks for privacy (Global Privacy Control) no click id is stored, and an earlier one is removed.
 */
export function keepVisit({ search, cookies, now, newId, isPrivate }: Visit): void {
  prune(cookies);
  const query = new URLSearchParams(search);
  keepCampaign(query, cookies);
  keepCodes(query, cookies);
  if (isPrivate) {
    for (const cookie of [...clickIds.map(([, name]) => name), "deduplicationId"])
      if (cookies.get(cookie) !== null) cookies.drop(cookie);
    return;
  }
  for (const [parameter, cookie] of clickIds) keep(cookies, cookie, readerOf(cookie)(query.get(parameter)));
  const fbclid = opaqueIdOf(query.get("fbclid"));
  keep(cookies, "_fbc", fbclid && opaqueIdOf(`fb.1.${now}.${fbclid}`));
  if (!cookies.get("deduplicationId")) cookies.set("deduplicationId", newId(), cookieSeconds.utm);
}

function keepCampaign(query: URLSearchParams, cookies: CookieJar): void {
  const utm = utmSetOf(Object.fromEntries(utmFields.map((field) => [field, query.get(`utm_${field}`)])));
  if (utm === null) return;
  keep(cookies, "utm", JSON.stringify(utm));
  if (!cookies.get("firstTouchUtm")) keep(cookies, "firstTouchUtm", JSON.stringify(utm));
}

function keepCodes(query: URLSearchParams, cookies: CookieJar): void {
  const code = codeOf(query.get("promocode")) ?? codeOf(query.get("sessionPromo"));
  const isAutoApplied = !promoCodesNotAutoApplied.some((past) => past === code);
  keep(cookies, "sessionPromo", code, cookieSeconds.sessionPromo);
  keep(cookies, "promocode", isAutoApplied ? code : null, cookieSeconds.sessionPromo);
  keep(cookies, "promocodeExistingID", codeOf(query.get("promocodeExistingID")), cookieSeconds.sessionPromo);
  keep(cookies, "referralToken", codeOf(query.get("refcode")));
}

function keep(cookies: CookieJar, name: string, value: string | null, seconds: number = cookieSeconds.utm): void {
  if (value) cookies.set(name, value, seconds);
}

/** A code in its normalized form, or null. */
function codeOf(given: string | null): string | null {
  const code = given?.trim().toUpperCase() ?? "";
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : null;
}

/** Maximum length of a cookie's value, URL-encoded. */
const encodedMax = 1000;

/** Drops cookies with a malformed value, whoever wrote them. */
function prune(cookies: CookieJar): void {
  for (const name of frameCookies) {
    const value = cookies.get(name);
    if (value === null) continue;
    if (encodeURIComponent(value).length > encodedMax || readerOf(name)(value) === null) cookies.drop(name);
  }
}

function readerOf(cookie: string): (value: string | null) => string | null {
  if (cookie === "utm" || cookie === "firstTouchUtm") return utmOfJson;
  if (cookie === "sas_m_awin") return awinClickOf;
  if (cookie === "deduplicationId" || clickIds.some(([, name]) => name === cookie)) return opaqueIdOf;
  return codeOf;
}

function utmOfJson(json: string | null): string | null {
  const utm = utmSetOfJson(json);
  return utm && JSON.stringify(utm);
}

/** The cookies sent to the widget, as names and values. */
export const forWidget = (cookies: CookieJar): { readonly name: string; readonly value: string }[] =>
  frameCookies.flatMap((name) => {
    const value = cookies.get(name);
    return value ? [{ name, value }] : [];
  });

const codes = [
  ["promocode", "sessionPromo"],
  ["refcode", "referralToken"],
] as const;

/** The address of a link into the app, with campaign, click ids, promo and referral code; parameters of the link itself stay. */
export function intoApp(href: string, cookies: CookieJar): string {
  const address = new URL(href);
  const campaign = Object.entries(utmSetOfJson(cookies.get("utm")) ?? {});
  const kept = [...clickIds.filter(([, cookie]) => cookie !== "_fbp"), ...codes];
  for (const [name, value] of [
    ...campaign.map(([field, of]) => [`utm_${field}`, of] as const),
    ...kept.map(([parameter, cookie]) => [parameter, cookies.get(cookie)] as const),
  ])
    if (value && !address.searchParams.has(name)) address.searchParams.set(name, value);
  return address.href;
}
