import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { FontSet, HasGlyph } from "./printable-text.ts";

const fontFile = (name: string) => readFileSync(new URL(`./fonts/${name}`, import.meta.url));

/** Each read once per process. */
const fonts = {
  text: { brand: fontFile("atkinson-regular.ttf"), latin: fontFile("noto-regular.ttf") },
  strong: { brand: fontFile("atkinson-bold.ttf"), latin: fontFile("noto-bold.ttf") },
} as const;
export type FontStyle = keyof typeof fonts;

/** Read when a letter first needs it: Latin, Greek, Cyrillic, Chinese, Japanese, Korean and emoji, in one weight (`fonts/README.md`). */
let wide: Buffer | undefined;

export const fontBytes = (style: FontStyle, set: FontSet): Buffer =>
  set === "wide" ? (wide ??= brotliDecompressSync(fontFile("noto-wide.ttf.br"))) : fonts[style][set];

/** What the font has that a document writes in now; PDFKit does not expose its font engine. */
export function glyphsOf(doc: PDFKit.PDFDocument): HasGlyph {
  const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint: HasGlyph } } };
  return (codePoint) => _font.font.hasGlyphForCodePoint(codePoint);
}

const known = new Map<string, HasGlyph>();
/** What a font has, without a document to print. */
export async function glyphsOfFont(style: FontStyle, set: FontSet): Promise<HasGlyph> {
  const name = `${style} ${set}`;
  const found = known.get(name);
  if (found) return found;
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({ autoFirstPage: false });
  doc.font(fontBytes(style, set));
  const glyphs = glyphsOf(doc);
  known.set(name, glyphs);
  return glyphs;
}
