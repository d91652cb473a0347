import { dayIn } from "#contract/fields/formats.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import type { Promo } from "#app/settings.ts";
import { isAutoApplied } from "./promo-codes.ts";

/** The session's promo if the practice offers it today; null for a first-order promo if the patient has ordered before. */
export function sessionPromo(
  cookies: CookieJar,
  { promos, brand }: { readonly promos: readonly Promo[]; readonly brand: { readonly timezone: string } },
  now: Date,
  hasOrdered = false,
): Promo | null {
  const code = cookies.get(cookieNames.sessionPromo)?.trim().toUpperCase();
  if (!code) return null;
  const today = dayIn(brand.timezone, now);
  const promo = promos.find((each) => each.code === code && each.startson <= today && today <= each.endson);
  return promo === undefined || (hasOrdered && promo.firstorder) ? null : promo;
}

/** The text before and after a code. */
export function promoText(code: string, checkout: boolean): readonly [string, string] {
  if (!checkout) return ["Your code is", ". You can use it in our store."];
  return isAutoApplied(code)
    ? ["Your code is", ". We'll take it off when you check out."]
    : ["Enter", " when you check out."];
}
