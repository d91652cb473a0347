import type { Refuses } from "#server/platform/refusal.ts";

/** Refuses `common_password` for a password that is among the first to be guessed. */
export function refuseCommonPassword(
  {
    content,
    refuse,
  }: { readonly content: { readonly commonpasswords: ReadonlySet<string> } } & Refuses<"common_password">,
  password: string,
): void {
  if (isCommonPassword(content.commonpasswords, password)) throw refuse("common_password");
}

/**
 * Guessing programs try every listed password in any letter case, with letters written as digits, and with a year or symbols around
 * it. So does this check; the list alone would accept `password1` because it contains only `password2`.
 */
export function isCommonPassword(common: ReadonlySet<string>, password: string): boolean {
  const text = password.toLowerCase();
  return (
    common.has(text) ||
    common.has(withoutSubstitutes(text)) ||
    coreWords(common).has(coreWord(text)) ||
    isSequenceOrRepeat(text)
  );
}

/** Substitutes people use for letters. */
const letterSubstitutes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const withoutSubstitutes = (text: string) => text.replace(/[013457@$!]/g, (mark) => letterSubstitutes[mark] ?? mark);

/** Digits and symbols around a word that make it no harder to guess. */
const maxPadding = 6;
const minCoreLength = 3;

/** The word of a password without the digits and symbols around it; null if there is none, or too much around it. */
function coreWord(text: string): string | null {
  const core = text.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, "");
  return core.length >= minCoreLength && text.length - core.length <= maxPadding ? withoutSubstitutes(core) : null;
}

const coreWordCache = new WeakMap<ReadonlySet<string>, ReadonlySet<string | null>>();
function coreWords(common: ReadonlySet<string>): ReadonlySet<string | null> {
  const words = coreWordCache.get(common) ?? new Set([...common].map(coreWord).filter((core) => core !== null));
  coreWordCache.set(common, words);
  return words;
}

/** `abcdabcd`, `12121212`, `23456789`, `fedcba98`. */
function isSequenceOrRepeat(text: string): boolean {
  if (/^(.{1,4})\1+$/su.test(text)) return true;
  const codes = Array.from(text, (each) => each.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) === 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step);
}
