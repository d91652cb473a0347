/**
 * A visitor's attribution, kept in first-party cookies of this site and passed on to the app. Pure rules: the cookies, the
 * clock and the browser's privacy signal are inputs.
 *
 * @typedef {{ get(name: string): string | null, set(name: string, value: string, seconds: number): void, drop(name: string): void }} CookieJar
 * @typedef {{ search: string, cookies: CookieJar, now: number, newId: () => string, isPrivate: boolean }} Visit
 */

/** Lifetimes in seconds: attribution for 3 days, a promo for 48 hours. */
export const seconds = { visit: 3 * 24 * 3600, promo: 48 * 3600 };

const utmFields = ["id", "name", "source", "medium", "campaign", "term", "content", "audience", "site", "placement"];

const utmValueMax = 100;
const utmMax = 1000;
const tokenMax = 250;
const tokenPattern = /^[\w.:~=|+/^-]{1,250}$/;
/** Stems of such words; those that are parts of other words match only whole words. */
export const healthWords =
  /menopaus|hormon|estrogen|estradiol|estriol|progest|testost|vagin|vulv|libido|arous|flash|flush|sweat|incontin|bladder|osteopor|bone|cancer|tumou?r|meningiom|hyperplas|chemo|depress|anxi|suicid|self.?harm|harm.?self|mood|insomni|sleep|tretinoin|sildenafil|minoxidil|riociguat|nitrate|porphyr|(?:hair|weight|memory).?loss|thin.?hair|hair.?thin|symptom|diagnos|disease|disorder|prescri|medic|migrain|headache|seizure|epilep|pregnan|nursing|trying.?to.?conceive|fertil|miscarr|abort|contracept|menstru|ovar|ovula|uterus|uterine|endometri|fibroid|hysterec|ablation|mammo|breast|biops|blood|clot(?!h)|thromb|embol|stroke|heart|angioedem|diabet|thyroid|lupus|kidney|gallbladder|triglycer|cholest|calcium|surgery|allerg|smok|alcohol|wort|dryness|dry.?(?:skin|eye)|itch|breathless|fatigue|low.?(?:energy|desire)|intima|foggy|brain.?fog|desire|bloat|upset.?stomach|side.?effect|dark.?thought|magnesium|vitamin|moisturi[sz]|short.?fuse|worry|obes|weight|belly|joint|bleed|pain(?!t)|(?<![a-z])(?:hrt|sex|sexual|uti|meno|peri|bp|pap|pms|pcos|ssri|hiv|std|iud|clot|liver|lung|gene|periods?|pills?|rash|ach(?:es?|ing)|urin(?:e|ary))(?![a-z])/i;

/** A North American phone number, also between other words. */
const phone = /(?<!\d)(?:\+?1[\s.-]?)?\(?[2-9]\d{2}\)?[\s.-]?[2-9]\d{2}[\s.-]?\d{4}(?!\d)/;
/** A social security number as usually written. */
const ssn = /(?<!\d)\d{3}[\s.-]\d{2}[\s.-]\d{4}(?!\d)/;
/** A date of birth: in a year no campaign is from, or short with slashes. */
const birth =
  /(?<!\d)(?:(?:19\d\d|200\d|201[0-5])([\s./_-]?)(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|\d{1,2}([\s./_-])\d{1,2}\2(?:19\d\d|200\d|201[0-5])|\d{1,2}\/\d{1,2}\/\d\d)(?!\d)/;
/** Numbers that identify a person. */
export const personalNumbers = [phone, ssn, birth];

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
];

/** Codes of past campaigns: shown, but not applied automatically. */
export const notAutoApplied = ["BFBLOSSOM40", "BFBLOSSOM40FIXED", "BLACKFRIDAY2022", "CYBERMONDAY2022", "BFBLOSSOM10"];

/** Cookies sent to the cart widget. */
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
 * Stores what the address of this visit contains: the campaign of the last touch, and of the first one once; click ids; promo and referral codes. For
 * a visitor who asks for privacy (Global Privacy Control) no click id is stored, and an earlier one is removed.
 *
 * @param {Visit} visit `now` in ms
 */
export function keepVisit({ search, cookies, now, newId, isPrivate }) {
  prune(cookies);
  const query = new URLSearchParams(search);
  keepCampaign(query, cookies);
  keepCodes(query, cookies);
  if (isPrivate) {
    for (const cookie of [...clickIds.map(([, name]) => name), "deduplicationId"])
      if (cookies.get(cookie) !== null) cookies.drop(cookie);
    return;
  }
  for (const [parameter, cookie] of clickIds) keep(cookies, cookie, clickOf(query.get(parameter)), seconds.visit);
  const fbclid = tokenOf(query.get("fbclid"));
  keep(cookies, "_fbc", fbclid && tokenOf(`fb.1.${now}.${fbclid}`), seconds.visit);
  if (!cookies.get("deduplicationId")) cookies.set("deduplicationId", newId(), seconds.visit);
}

/** @param {URLSearchParams} query @param {CookieJar} cookies */
function keepCampaign(query, cookies) {
  const utm = utmOf((field) => query.get(`utm_${field}`));
  if (utm === null) return;
  cookies.set("utm", utm, seconds.visit);
  if (!cookies.get("firstTouchUtm")) cookies.set("firstTouchUtm", utm, seconds.visit);
}

/** @param {URLSearchParams} query @param {CookieJar} cookies */
function keepCodes(query, cookies) {
  const code = codeOf(query.get("promocode")) ?? codeOf(query.get("sessionPromo"));
  keep(cookies, "sessionPromo", code, seconds.promo);
  if (code && !notAutoApplied.includes(code)) cookies.set("promocode", code, seconds.promo);
  keep(cookies, "promocodeExistingID", codeOf(query.get("promocodeExistingID")), seconds.promo);
  keep(cookies, "referralToken", codeOf(query.get("refcode")), seconds.visit);
}

/** @param {CookieJar} cookies @param {string} name @param {string | null} value @param {number} lifetime seconds */
function keep(cookies, name, value, lifetime) {
  if (value) cookies.set(name, value, lifetime);
}

/** The fields that may be stored as JSON, as many as fit; null when there are none. @param {(field: string) => unknown} read */
function utmOf(read) {
  let kept = {};
  for (const field of utmFields) {
    const value = utmValueOf(read(field));
    if (value === null) continue;
    const more = { ...kept, [field]: value };
    if (encodeURIComponent(JSON.stringify(more)).length <= utmMax) kept = more;
  }
  return Object.keys(kept).length === 0 ? null : JSON.stringify(kept);
}

/** An opaque id of another system, or null for what could be words. @param {unknown} value */
function tokenOf(value) {
  const text = typeof value === "string" ? value.trim() : "";
  const isOpaque = tokenPattern.test(text) && /[a-z]/i.test(text) && /\d/.test(text);
  const isWords = healthWords.test(text) || personalNumbers.some((pattern) => pattern.exec(text)?.[0] === text);
  return isOpaque && !isWords && encodeURIComponent(text).length <= tokenMax ? text : null;
}

/** The same, also out of JSON with a `clickId`, as an affiliate network writes it. @param {string | null} value */
function clickOf(value) {
  if (!value?.startsWith("{") || value.length > 2000) return tokenOf(value);
  try {
    const { clickId } = JSON.parse(value);
    return typeof clickId === "string" ? tokenOf(clickId) : null;
  } catch {
    return null;
  }
}

/** A short value of a campaign that reveals nothing about a person or their health, or null. @param {unknown} value */
function utmValueOf(value) {
  const text = typeof value === "string" ? value.trim() : "";
  const isShort = text !== "" && text.length <= utmValueMax && !/[\p{Cc}\p{Cs}]/u.test(text);
  return isShort && !isPrivateText(text) ? text : null;
}

/** A code in its normalized form, or null. @param {string | null} given */
function codeOf(given) {
  const code = given?.trim().toUpperCase() ?? "";
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : null;
}

/** Drops cookies with a malformed value, whoever wrote them. @param {CookieJar} cookies */
function prune(cookies) {
  for (const name of widgetCookies) {
    const value = cookies.get(name);
    if (value === null) continue;
    if (encodeURIComponent(value).length > utmMax || readerOf(name)(value) === null) cookies.drop(name);
  }
}

/** @param {string} cookie @returns {(value: string) => string | null} */
function readerOf(cookie) {
  if (cookie === "utm" || cookie === "firstTouchUtm") return utmOfJson;
  if (cookie === "deduplicationId" || clickIds.some(([, name]) => name === cookie)) return clickOf;
  return codeOf;
}

/** @param {string | null} json */
function utmOfJson(json) {
  try {
    const given = JSON.parse(json ?? "null");
    return given && utmOf((field) => (Object.hasOwn(given, field) ? given[field] : null));
  } catch {
    return null;
  }
}

/** No campaign has more layers of percent-encoding than this. */
const layers = 4;

/** A text with its encodings removed; null where layers remain, or the result is malformed. @param {string} text */
function unwrapped(text) {
  let plain = text;
  for (let layer = 0; layer < layers; layer += 1) {
    let next = plain;
    try {
      next = decodeURIComponent(plain);
    } catch {
      // A literal percent sign.
    }
    if (next === plain) return /%[\da-f]{2}/i.test(plain) || /\p{Cs}/u.test(plain) ? null : plain.normalize("NFKC");
    plain = next;
  }
  return null;
}

/** Whether a text may be about a person or their health. @param {string} text */
function isPrivateText(text) {
  const plain = unwrapped(text);
  if (plain === null) return true;
  return plain.includes("@") || healthWords.test(plain) || personalNumbers.some((pattern) => pattern.test(plain));
}

/** The cookies sent to the widget, as names and values. @param {CookieJar} cookies @returns {{ name: string, value: string }[]} */
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
 * The address of a link into the app, with campaign, click ids, promo and referral code; parameters of the link itself stay.
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

/** @param {string | null} kept @returns {[string, string][]} */
const campaignOf = (kept) =>
  Object.entries(JSON.parse(utmOfJson(kept) ?? "{}")).map(([field, value]) => [`utm_${field}`, value]);
