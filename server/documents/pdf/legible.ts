/**
 * A text in letters a font has: precomposed where it can be, and a letter whose marks the font lacks without them (`Nguyễn` is
 * written `Nguyen`). What it lacks altogether stays, so that it can still be copied.
 */
export function replaceMissingGlyphs(text: string, hasGlyph: (codePoint: number) => boolean): string {
  if (/^[\n -~]*$/.test(text)) return text;
  return Array.from(text.normalize("NFC"), (letter) => {
    if (hasGlyph(letter.codePointAt(0) ?? 0)) return letter;
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
    return bare !== "" && Array.from(bare).every((each) => hasGlyph(each.codePointAt(0) ?? 0)) ? bare : letter;
  }).join("");
}
