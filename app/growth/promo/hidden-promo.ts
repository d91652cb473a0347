import { cookieSeconds } from "#contract/constants.ts";

/** What this browser remembers in all of its tabs; without storage it remembers nothing. */
export interface PromoStorage {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
}

export const hiddenPromoKey = "promoHidden";

/**
 * The patient hid an offer for this session, in every tab; for another e-mail it is shown again (spec §4). It is forgotten with the session's
 * promo. The e-mail itself is not kept.
 */
export const hidePromo = (storage: () => PromoStorage, code: string, email: string | null, now: Date): void => {
  try {
    const until = now.getTime() + cookieSeconds.sessionPromo * 1000;
    storage().setItem(hiddenPromoKey, `${promoFingerprint(code, email)} ${until}`);
  } catch {
    // It comes back with the next page.
  }
};

/** Whether this offer was hidden in this browser, with this e-mail. */
export const isPromoHidden = (storage: () => PromoStorage, code: string, email: string | null, now: Date): boolean => {
  try {
    const [hidden, until] = storage().getItem(hiddenPromoKey)?.split(" ") ?? [];
    return hidden === promoFingerprint(code, email) && Number(until) > now.getTime();
  } catch {
    return false;
  }
};

/** Tells one e-mail from another, and says neither. */
function promoFingerprint(code: string, email: string | null): string {
  let sum = 0;
  for (const letter of `${code} ${email ?? ""}`) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return sum.toString(36);
}
