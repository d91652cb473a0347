import PQueue from "p-queue";
import type { Content } from "#content/loader/load.ts";
import { fontBytes, type FontStyle, glyphsOf } from "#server/platform/print/fonts.ts";
import {
  foldForPrint,
  fontFor,
  type FontSet,
  type HasGlyph,
  UnprintableText,
  withCodes,
} from "#server/platform/print/printable-text.ts";

/**
 * What is printed on: a letter sheet, a label of 4 by 6 inches, or a sticker of 2.25 by 1.25, which have no footer. Sizes and spaces are in points; the
 * colours are the brand's.
 */
const papers = {
  letter: { size: [612, 792], margin: 40, footerHeight: 30 },
  label: { size: [288, 432], margin: 14, footerHeight: 0 },
  sticker: { size: [162, 90], margin: 6, footerHeight: 0 },
} as const;
export type Paper = keyof typeof papers;

export const sizes = { title: 20, heading: 13, subheading: 10.5, text: 10, table: 8.5, small: 8.25 } as const;

export interface TextStyle {
  readonly font: FontStyle;
  readonly size: number;
  /** Ink where left out. */
  readonly colour?: string;
}

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
  /**
   * What becomes of a letter that no font has: `refuse` throws `UnprintableText`; `codes` writes its code instead, for a copy of the record, which
   * nobody may be refused.
   */
  readonly unprintable: "refuse" | "codes";
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

/** What PDFKit does with text it does without asking whether the font has it. */
type Drawing = Omit<
  PDFKit.PDFDocument,
  "text" | "list" | "font" | "registerFont" | "fontSize" | "widthOfString" | "heightOfString" | "addContent"
>;

/** A document being written: every word is in the tree a screen reader follows, everything else is marked as decoration. */
export interface PdfWriter {
  readonly doc: Drawing;
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
  /** Writes a text at `x` and `y`, in a font that has its letters; `doc.y` is below it afterwards. The one way to write. */
  readonly write: (text: string, style: TextStyle, x: number, y: number, layout: TextLayout) => void;
  /** Points that `write` takes up. */
  readonly heightOf: (text: string, style: TextStyle, layout: TextLayout) => number;
  /** Starts a new page unless `height` is left on this one. */
  readonly ensureSpace: (height: number) => void;
}

type TextLayout = Pick<PDFKit.Mixins.TextOptions, "width" | "align" | "lineGap" | "lineBreak">;

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
  const root = doc.struct("Document");
  doc.addStructure(root);
  const pdf = createPdfWriter(doc, root, options, { margin, footerHeight });
  await write(pdf);
  root.end();
  if (footerHeight > 0) numberPages(doc, pdf, options.footer);
  doc.end();
  return done;
}

function createPdfWriter(
  doc: PDFKit.PDFDocument,
  root: Structure,
  { colours, unprintable }: Pick<PdfOptions, "colours" | "unprintable">,
  { margin, footerHeight }: { readonly margin: number; readonly footerHeight: number },
): PdfWriter {
  const bottom = doc.page.height - margin - footerHeight;
  const pick = fontPicker(doc, unprintable);
  const set = (text: string, { font, size, colour = colours.ink }: TextStyle) => {
    const { name, shown } = pick(text, font);
    doc.font(name).fontSize(size).fillColor(colour);
    return shown;
  };
  return {
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
    write(text, style, x, y, layout) {
      doc.text(set(text, style), x, y, layout);
    },
    heightOf: (text, style, layout) => doc.heightOfString(set(text, style), layout),
    ensureSpace(height) {
      if (doc.y + height > bottom) doc.addPage();
    },
  };
}

/** Finds the font of a text: the brand's, else one with more letters. What no font has is `unprintable`. */
function fontPicker(doc: PDFKit.PDFDocument, unprintable: PdfOptions["unprintable"]) {
  const registered = new Map<string, HasGlyph>();
  const register = (font: FontStyle, set: FontSet): HasGlyph => {
    const name = nameOf(font, set);
    const known = registered.get(name);
    if (known) return known;
    doc.registerFont(name, fontBytes(font, set));
    doc.font(name);
    const glyphs = glyphsOf(doc);
    registered.set(name, glyphs);
    return glyphs;
  };
  return (given: string, font: FontStyle): { readonly name: string; readonly shown: string } => {
    const text = foldForPrint(given);
    const { set, missing } = fontFor(text, (each) => register(font, each));
    const name = nameOf(font, set);
    if (missing === undefined) return { name, shown: text };
    if (unprintable === "refuse") throw new UnprintableText(missing);
    return { name, shown: withCodes(text, register(font, set)) };
  };
}

/** The widest font has one weight. */
const nameOf = (font: FontStyle, set: FontSet): string => (set === "wide" ? set : `${font} ${set}`);

function numberPages(doc: PDFKit.PDFDocument, { colours, left, width, write }: PdfWriter, footer: string): void {
  const style = { font: "text", size: sizes.small, colour: colours.muted } as const;
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const y = doc.page.height - left - 4;
    doc.page.margins.bottom = 0;
    doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    write(footer, style, left, y, { width: width - 90, lineBreak: false });
    write(`Page ${page - start + 1} of ${count}`, style, left + width - 90, y, { width: 90, align: "right" });
    doc.endMarkedContent();
  }
}
