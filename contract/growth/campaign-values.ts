/**
 * A visitor's attribution, by the same rules in the browser and on the server: stored values are short, of a known format, and reveal nothing about a
 * person or their health.
 */

import { trackingHeaderMax } from "#contract/constants.ts";
import { healthWords, isSensitiveText, personalNumbers } from "./sensitive-text.ts";

/** The UTM set of spec §3, by the names of its fields; a parameter is `utm_` and the name. */
export const utmFields = [
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
export type UtmSet = Readonly<Partial<Record<(typeof utmFields)[number], string>>>;

const utmValueMax = 100;
/** Maximum length of a UTM set as a cookie or a header, in characters; fields that do not fit are left out. */
const utmMax = 1000;
/** Maximum length of a click id as a cookie. */
const opaqueIdMax = 250;
const opaqueIdPattern = /^[\w.:~=|+/^-]{1,250}$/;

/** An opaque id of another system, with a letter and a digit; null for anything that could be words or a personal number. */
export function opaqueIdOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  const isOpaque = opaqueIdPattern.test(text) && /[a-z]/i.test(text) && /\d/.test(text);
  return isOpaque && encodeURIComponent(text).length <= opaqueIdMax && !namesHealthOrPerson(text) ? text : null;
}

/** Whether an id reveals something: a word, or as a whole a personal number. Ids contain runs of digits. */
const namesHealthOrPerson = (text: string): boolean =>
  healthWords.test(text) || personalNumbers.some((pattern) => pattern.exec(text)?.[0] === text);

/** One short value of a campaign, or null if it is too long, obfuscated, or about a person or their health. */
export function utmValueOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  const isShort = text !== "" && text.length <= utmValueMax && !/[\p{Cc}\p{Cs}]/u.test(text);
  return isShort && !isSensitiveText(text) ? text : null;
}

/** The known fields of a UTM set that may be stored; null when none is left. */
export function utmSetOf(given: unknown): UtmSet | null {
  if (typeof given !== "object" || given === null) return null;
  let kept: UtmSet = {};
  for (const field of utmFields) {
    const value = Object.hasOwn(given, field) ? utmValueOf((given as Record<string, unknown>)[field]) : null;
    if (value === null) continue;
    const more = { ...kept, [field]: value };
    if (encodeURIComponent(JSON.stringify(more)).length <= utmMax) kept = more;
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The same from its JSON, as in cookies and headers; null if it is invalid, or longer than a header may be. */
export function utmSetOfJson(json: string | null | undefined): UtmSet | null {
  if (!json || json.length > trackingHeaderMax) return null;
  try {
    return utmSetOf(JSON.parse(json));
  } catch {
    return null;
  }
}

/** The click id of a ShareASale cookie, which is the id itself or JSON with a `clickId`. */
export function awinClickOf(cookie: string | null | undefined): string | null {
  if (!cookie || cookie.length > trackingHeaderMax) return null;
  if (!cookie.startsWith("{")) return opaqueIdOf(cookie);
  try {
    return opaqueIdOf((JSON.parse(cookie) as { clickId?: unknown }).clickId);
  } catch {
    return null;
  }
}
