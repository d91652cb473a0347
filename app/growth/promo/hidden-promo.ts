/** What a tab remembers; without storage it remembers nothing. */
export interface TabMemory {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
}

const name = "promoHidden";

/** She hid an offer for this session; for another e-mail it is shown again (spec §4). The e-mail itself is not kept. */
export const hidePromo = (memory: () => TabMemory, code: string, email: string | null): void => {
  try {
    memory().setItem(name, stamp(code, email));
  } catch {
    // It comes back with the next page.
  }
};

/** Whether she hid this offer in this tab, with this e-mail. */
export const isPromoHidden = (memory: () => TabMemory, code: string, email: string | null): boolean => {
  try {
    return memory().getItem(name) === stamp(code, email);
  } catch {
    return false;
  }
};

/** Tells one e-mail from another, and says neither. */
function stamp(code: string, email: string | null): string {
  let sum = 0;
  for (const letter of `${code} ${email ?? ""}`) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return sum.toString(36);
}
