import { cookieSeconds } from "#contract/constants.ts";

/** Storage shared by all tabs of this browser; where it is unavailable, nothing is remembered. */
export interface PromoStorage {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
}

export const hiddenPromoKey = "promoHidden";

/**
 * Hides an offer for this session, in every tab; with another email it is shown again (spec §4). Expires with the session promo. Stores no
 * email, only a hash.
 */
export const hidePromo = (storage: () => PromoStorage, code: string, email: string | null, now: Date): void => {
  try {
    const until = now.getTime() + cookieSeconds.sessionPromo * 1000;
    storage().setItem(hiddenPromoKey, `${promoFingerprint(code, email)} ${until}`);
  } catch {
    // The offer reappears on the next page.
  }
};

/** Whether this offer was hidden in this browser with this email. */
export const isPromoHidden = (storage: () => PromoStorage, code: string, email: string | null, now: Date): boolean => {
  try {
    const [hidden, until] = storage().getItem(hiddenPromoKey)?.split(" ") ?? [];
    return hidden === promoFingerprint(code, email) && Number(until) > now.getTime();
  } catch {
    return false;
  }
};

/** A hash that differs between emails and reveals neither code nor email. */
function promoFingerprint(code: string, email: string | null): string {
  let sum = 0;
  for (const letter of `${code} ${email ?? ""}`) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return sum.toString(36);
}
