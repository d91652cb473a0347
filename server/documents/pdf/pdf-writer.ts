import { readFileSync } from "node:fs";
import type { Content } from "#content/loader/load.ts";
import PQueue from "p-queue";

/**
 * What is printed on: a letter sheet, or a label of 4 by 6 inches, which has no footer. Sizes and spaces are in points; the colours are the brand's.
 */
const papers = {
  letter: { size: [612, 792], margin: 40, footerHeight: 30 },
  label: { size: [288, 432], margin: 14, footerHeight: 0 },
} as const;
export type Paper = keyof typeof papers;

export const sizes = { title: 20, heading: 13, subheading: 10.5, text: 10, table: 8.5, small: 8.25 } as const;

type Font = "text" | "strong";

export interface PdfOptions {
  /** Shown in the viewer's title bar and read out first. */
  readonly title: string;
  readonly author: string;
  readonly landscape: boolean;
  /** A letter sheet where left out. */
  readonly paper?: Paper;
  /** At the foot of every page, beside its number; a label has none. */
  readonly footer: string;
  readonly createdAt: Date;
  readonly colours: Colours;
}

/** Ink on white, readable in grey: an administrator's copy is often a fax. */
type Colours = Content["brand"]["print"];

export type StructureRole =
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "Sect"
  | "Table"
  | "THead"
  | "TBody"
  | "TFoot"
  | "TR"
  | "TH"
  | "TD";
type Structure = PDFKit.PDFStructureElement;

/** A document being written: every word is in the tree a screen reader follows, everything else is marked as decoration. */
export interface PdfWriter {
  readonly doc: PDFKit.PDFDocument;
  readonly colours: Colours;
  /** Between the margins. */
  readonly width: number;
  readonly left: number;
  /** Lowest point of a page's content. */
  readonly bottom: number;
  /** A part of the tree, under `parent` or the document; `write` puts its words on the page. */
  readonly tag: (role: StructureRole, write: (() => void) | null, parent?: Structure) => Structure;
  /** Lines and bands, which are not read out. */
  readonly drawArtifact: (draw: () => void) => void;
  readonly setFont: (font: Font, size: number, colour?: string) => PDFKit.PDFDocument;
  /** The text in characters the font has. */
  readonly toFontText: (text: string) => string;
  /** Starts a new page unless `height` is left on this one. */
  readonly ensureSpace: (height: number) => void;
}

const font = (name: string) => readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));
/** Read once per process. */
const fonts: Readonly<Record<Font, Buffer>> = { text: font("atkinson-regular"), strong: font("atkinson-bold") };

/** One document at a time is written per process. */
const pdfWriting = new PQueue({ concurrency: 1 });

/**
 * Writes a PDF: tagged (PDF/UA), fonts embedded, pages numbered. `write` yields to other work between the rows of its tables.
 */
export const writePdf = (options: PdfOptions, write: (pdf: PdfWriter) => void | Promise<void>): Promise<Buffer> =>
  pdfWriting.add(() => renderPdf(options, write));

async function renderPdf(options: PdfOptions, write: (pdf: PdfWriter) => void | Promise<void>): Promise<Buffer> {
  const { title, author, landscape, createdAt } = options;
  const { size, margin, footerHeight } = papers[options.paper ?? "letter"];
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: [...size],
    layout: landscape ? "landscape" : "portrait",
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    pdfVersion: "1.7",
    subset: "PDF/UA" as "PDF/A-1",
    tagged: true,
    displayTitle: true,
    lang: "en-US",
    bufferPages: true,
    info: { Title: title, Author: author, Creator: author, CreationDate: createdAt, ModDate: createdAt },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const pdf = createPdfWriter(doc, root, options.colours, { margin, footerHeight });
  await write(pdf);
  root.end();
  if (footerHeight > 0) numberPages(pdf, options.footer);
  doc.end();
  return done;
}

function createPdfWriter(
  doc: PDFKit.PDFDocument,
  root: Structure,
  colours: Colours,
  { margin, footerHeight }: { readonly margin: number; readonly footerHeight: number },
): PdfWriter {
  const bottom = doc.page.height - margin - footerHeight;
  const hasGlyph = glyphLookup(doc);
  const pdf: PdfWriter = {
    doc,
    colours,
    left: margin,
    width: doc.page.width - 2 * margin,
    bottom,
    tag(role, write, parent = root) {
      const element = doc.struct(role, role === "TH" ? ({ scope: "Column" } as object) : {});
      parent.add(element);
      if (write) {
        element.add(write);
        element.end();
      }
      return element;
    },
    drawArtifact(draw) {
      doc.markContent("Artifact", { type: "Layout" });
      doc.save();
      draw();
      doc.restore();
      doc.endMarkedContent();
    },
    setFont: (font, size, colour = colours.ink) => doc.font(font).fontSize(size).fillColor(colour),
    toFontText: (text) => replaceMissingGlyphs(text, hasGlyph),
    ensureSpace(height) {
      if (doc.y + height > bottom) doc.addPage();
    },
  };
  pdf.setFont("text", sizes.text);
  return pdf;
}

/** Which characters the text font has; PDFKit does not expose its font engine. */
function glyphLookup(doc: PDFKit.PDFDocument): (codePoint: number) => boolean {
  doc.font("text");
  const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } };
  return (codePoint) => _font.font.hasGlyphForCodePoint(codePoint);
}

function numberPages({ doc, colours, left, width, toFontText, setFont }: PdfWriter, footer: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const y = doc.page.height - left - 4;
    doc.page.margins.bottom = 0;
    doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    setFont("text", sizes.small, colours.muted);
    doc.text(toFontText(footer), left, y, { width: width - 90, lineBreak: false });
    doc.text(`Page ${page - start + 1} of ${count}`, left + width - 90, y, { width: 90, align: "right" });
    doc.endMarkedContent();
  }
}

/**
 * A text in characters a font has: precomposed where possible, and without marks where the font lacks the marked letter (`Nguyễn` becomes
 * `Nguyen`). A character it lacks altogether stays, so that it can still be copied.
 */
export function replaceMissingGlyphs(text: string, hasGlyph: (codePoint: number) => boolean): string {
  if (/^[\n -~]*$/.test(text)) return text;
  return Array.from(text.normalize("NFC"), (letter) => {
    if (hasGlyph(letter.codePointAt(0) ?? 0)) return letter;
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
    return bare !== "" && Array.from(bare).every((each) => hasGlyph(each.codePointAt(0) ?? 0)) ? bare : letter;
  }).join("");
}
