/**
 * A pattern for names in PDF objects, written plainly or with some of their characters as `#` and two hex digits (ISO 32000-1, 7.3.5). One
 * pattern covers all spellings, so that the text need not be rewritten before the search.
 */
export function namePattern(...names: readonly string[]): RegExp {
  return new RegExp(`/(?:${names.map(nameSpellings).join("|")})(?![\\w.-])`, "g");
}

/** Pattern source that matches the name in every spelling. */
export const nameSpellings = (name: string): string =>
  Array.from(name, (character) => `(?:${character}|${hexEscape(character)})`).join("");

const hexEscape = (character: string) =>
  `#${(character.codePointAt(0) ?? 0).toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;

/** Whether the pattern occurs anywhere in the text, regardless of its `lastIndex`. */
export const isFound = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;
