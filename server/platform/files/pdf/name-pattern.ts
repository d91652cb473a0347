/**
 * Finds a name of a PDF object, written plainly or with some of its characters as `#` and two hex digits (ISO 32000-1, 7.3.5). One
 * pattern for all spellings, so that nothing has to be rewritten before it is searched.
 */
export function namePattern(...names: readonly string[]): RegExp {
  return new RegExp(`/(?:${names.map(nameSpellings).join("|")})(?![\\w.-])`, "g");
}

/** The name in every spelling, as the source of a pattern. */
export const nameSpellings = (name: string): string =>
  Array.from(name, (character) => `(?:${character}|${hexEscape(character)})`).join("");

const hexEscape = (character: string) =>
  `#${(character.codePointAt(0) ?? 0).toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;

/** Whether the pattern occurs, from the start of the text on. */
export const isFound = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;
