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

/** A repeat shorter than this is tried as fast as the part that is repeated. */
const safePart = 12;

/** `abcdabcd`, `passwordpassword`, `23456789`, `123456789012`, `qwertyuiop12`, `1qaz2wsx3edc`, `aaaabbbbcccc`. */
function isSequenceOrRepeat(text: string): boolean {
  const characters = Array.from(text);
  for (let length = 1; length < safePart && length <= characters.length / 2; length += 1)
    if (characters.every((each, index) => index < length || each === characters[index - length])) return true;
  const steps = characters.slice(1).filter((each, index) => isStep(characters[index] ?? "", each)).length;
  return steps > (characters.length - 1) * 0.75;
}

/** Rows and columns of a keyboard, as fingers run over them; letters are neighbors in the alphabet too, and 9 is followed by 0. */
const keyboard = ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"];
const runs = [
  ...keyboard,
  ...Array.from({ length: 10 }, (_, column) => keyboard.map((row) => row[column] ?? "").join("")),
];
const isStep = (from: string, to: string): boolean =>
  Math.abs((to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)) <= 1 ||
  runs.some((run) => run.includes(from + to) || run.includes(to + from));
