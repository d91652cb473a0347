/**
 * Where a visitor came from, kept in first-party cookies of this site and carried on into the app. Pure rules: the cookies, the
 * clock and the browser's wish for privacy are given.
 *
 * @typedef {{ get(name: string): string | null, set(name: string, value: string, seconds: number): void, drop(name: string): void }} CookieJar
 * @typedef {{ search: string, cookies: CookieJar, now: number, newId: () => string, isPrivate: boolean }} Visit
 */

/** Lifetimes in seconds: where she came from for 3 days, a promo for 48 hours. */
export const seconds = { visit: 3 * 24 * 3600, promo: 48 * 3600 };

const utmFields = ["id", "name", "source", "medium", "campaign", "term", "content", "audience", "site", "placement"];

/** Numbers that ads put into an address: name in the address → cookie. */
const clickIds = [
  ["gclid", "gclid"],
  ["tbclid", "tbclid"],
  ["fbp", "_fbp"],
  ["fbc", "_fbc"],
  ["_ef_transaction_id", "everflowTransactionId"],
  ["sas_m_awin", "sas_m_awin"],
  ["irclickid", "irclickid"],
  ["tblci", "taboolaClickID"],
];

/** Codes of past campaigns: shown, but not applied by themselves. */
export const notAutoApplied = ["BFBLOSSOM40", "BFBLOSSOM40FIXED", "BLACKFRIDAY2022", "CYBERMONDAY2022", "BFBLOSSOM10"];

/** Cookies the cart widget is told. */
export const widgetCookies = [
  "utm",
  "firstTouchUtm",
  ...clickIds.map(([, cookie]) => cookie),
  "deduplicationId",
  "sessionPromo",
  "promocode",
  "promocodeExistingID",
  "referralToken",
];

/**
 * Keeps what the address of this visit says: the campaign of the last touch, and of the first one once; click ids; promo and
 * referral codes. A visitor who asks for privacy (Global Privacy Control) keeps no click id, an earlier one neither.
 *
 * @param {Visit} visit `now` in ms
 */
export function keepVisit({ search, cookies, now, newId, isPrivate }) {
  const query = new URLSearchParams(search);
  keepCampaign(query, cookies);
  keepCodes(query, cookies);
  if (isPrivate) {
    for (const [, cookie] of clickIds) if (cookies.get(cookie) !== null) cookies.drop(cookie);
    return;
  }
  for (const [parameter, cookie] of clickIds) keep(cookies, cookie, valueOf(query, parameter), seconds.visit);
  const fbclid = valueOf(query, "fbclid");
  if (fbclid) cookies.set("_fbc", `fb.1.${now}.${fbclid}`, seconds.visit);
  if (!cookies.get("deduplicationId")) cookies.set("deduplicationId", newId(), seconds.visit);
}

/** @param {URLSearchParams} query @param {CookieJar} cookies */
function keepCampaign(query, cookies) {
  const found = utmFields.map((field) => [field, valueOf(query, `utm_${field}`)]).filter(([, value]) => value !== null);
  if (found.length === 0) return;
  const utm = JSON.stringify(Object.fromEntries(found));
  cookies.set("utm", utm, seconds.visit);
  if (!cookies.get("firstTouchUtm")) cookies.set("firstTouchUtm", utm, seconds.visit);
}

/** @param {URLSearchParams} query @param {CookieJar} cookies */
function keepCodes(query, cookies) {
  const code = (valueOf(query, "promocode") ?? valueOf(query, "sessionPromo"))?.toUpperCase() ?? null;
  keep(cookies, "sessionPromo", code, seconds.promo);
  if (code && !notAutoApplied.includes(code)) cookies.set("promocode", code, seconds.promo);
  keep(cookies, "promocodeExistingID", valueOf(query, "promocodeExistingID"), seconds.promo);
  keep(cookies, "referralToken", valueOf(query, "refcode"), seconds.visit);
}

/** @param {CookieJar} cookies @param {string} name @param {string | null} value @param {number} lifetime seconds */
function keep(cookies, name, value, lifetime) {
  if (value) cookies.set(name, value, lifetime);
}

/** One short line of printable text, or null. @param {URLSearchParams} query @param {string} name */
function valueOf(query, name) {
  const value = query.get(name)?.trim();
  return value && value.length <= 200 && !/\p{Cc}/u.test(value) ? value : null;
}

/** What the widget is told, as cookie names and values. @param {CookieJar} cookies @returns {{ name: string, value: string }[]} */
export function forWidget(cookies) {
  return widgetCookies.flatMap((name) => {
    const value = cookies.get(name);
    return value ? [{ name, value }] : [];
  });
}

const codes = [
  ["promocode", "sessionPromo"],
  ["refcode", "referralToken"],
];

/**
 * The address of a link into the app, with campaign, click ids, promo and referral code; what the link says itself stays.
 *
 * @param {string} href @param {CookieJar} cookies
 */
export function intoApp(href, cookies) {
  const address = new URL(href);
  const kept = [...clickIds.filter(([, cookie]) => cookie !== "_fbp"), ...codes].map(([parameter, cookie]) => [
    parameter,
    cookies.get(cookie ?? ""),
  ]);
  for (const [name, value] of [...campaignOf(cookies.get("utm")), ...kept]) {
    if (name && value && !address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  return address.href;
}

/** @param {string | null} kept */
function campaignOf(kept) {
  try {
    const utm = JSON.parse(kept ?? "{}");
    return utmFields.flatMap((field) => (typeof utm[field] === "string" ? [[`utm_${field}`, utm[field]]] : []));
  } catch {
    return [];
  }
}
