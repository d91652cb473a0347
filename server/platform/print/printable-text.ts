/**
 * What is printed is what was written. A character another one stands for in print is written so (`foldForPrint`); any other is looked up in the fonts,
 * and what none of them has is never a box: the print is refused, or says the character's code.
 */

/** A print was asked for whose text has letters that no font here has. */
export class UnprintableText extends Error {
  override readonly name = "UnprintableText";
  /** The first of them, as somebody typed it. */
  readonly letter: string;

  constructor(letter: string) {
    super("A letter can't be printed");
    this.letter = letter;
  }
}

/** Micrograms: a μ is misread as an m (ISMP's list of error-prone abbreviations), so a dose says “mcg”. */
const micrograms = /(?<!\p{L})[\u00b5\u03bc]g(?!\p{L})/gu;
/** Hyphens that differ only in where a line may break. */
const hyphens = /[\u2010\u2011]/g;
const spaces = /[\p{Zs}\t]/gu;
const lineEnds = /\r\n?|[\u2028\u2029\v\f\u0085]/g;
/** What nobody sees, and controls. */
const invisible = /(?!\u200d|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\n]/gu;
/** A joiner or a variation selector that belongs to no emoji. */
const strayJoiners = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|(?<!\p{Emoji})\ufe0f/gu;

/** The same text in the characters that print: it means and reads the same. */
export const foldForPrint = (text: string): string =>
  /^[\n -~]*$/.test(text)
    ? text
    : text
        .normalize("NFC")
        .replace(lineEnds, "\n")
        .replace(spaces, " ")
        .replace(invisible, "")
        .replace(strayJoiners, "")
        .replace(hyphens, "-")
        .replace(micrograms, "mcg");

/** The fonts of a style, in the order in which a text is tried. */
export const fontSets = ["brand", "latin", "wide"] as const;
export type FontSet = (typeof fontSets)[number];
export type HasGlyph = (codePoint: number) => boolean;

/** The first font that has all of a text; else the last one, and the first character that it lacks. */
export function fontFor(
  text: string,
  glyphs: (set: FontSet) => HasGlyph,
): { readonly set: FontSet; readonly missing: string | undefined } {
  const set = fontSets.find((each) => covers(text, glyphs(each)));
  return set === undefined
    ? { set: "wide", missing: missingFrom(text, glyphs("wide"))[0] }
    : { set, missing: undefined };
}

/** The paragraphs of a letter: each is printed by itself, in one font. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "");

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Whether a font has all of a text. */
export const covers = (text: string, hasGlyph: HasGlyph): boolean =>
  Array.from(text).every((letter) => letter === "\n" || hasGlyph(letter.codePointAt(0) ?? 0));

/** The characters of a text, each with its accents, that a font lacks. */
export const missingFrom = (text: string, hasGlyph: HasGlyph): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment).filter((each) => !covers(each, hasGlyph));

/** A text in which each run of missing characters is its codes: `[U+0645 U+062D]`. */
export function withCodes(text: string, hasGlyph: HasGlyph): string {
  let run: string[] = [];
  let shown = "";
  const endRun = () => {
    if (run.length > 0) shown += `[${run.join(" ")}]`;
    run = [];
  };
  for (const { segment } of graphemes.segment(text)) {
    if (covers(segment, hasGlyph)) {
      endRun();
      shown += segment;
    } else run.push(...Array.from(segment, codeOf));
  }
  endRun();
  return shown;
}

/** `U+0645` */
export const codeOf = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const scripts = [
  "Arabic",
  "Hebrew",
  "Devanagari",
  "Bengali",
  "Tamil",
  "Telugu",
  "Thai",
  "Armenian",
  "Georgian",
  "Ethiopic",
  "Khmer",
];
const scriptTests = scripts.map((script) => ({ script, test: new RegExp(`\\p{Script=${script}}`, "u") }));

/** A letter for somebody who has to find it: `“م” (Arabic, U+0645)`. */
export function letterInWords(letter: string): string {
  const script = scriptTests.find(({ test }) => test.test(letter))?.script;
  return `“${letter}” (${[...(script ? [script] : []), ...Array.from(letter, codeOf)].join(", ")})`;
}
