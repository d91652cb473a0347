import { paragraphsOf } from "#server/platform/print/printable-text.ts";
import type { Party } from "../document-subject.ts";
import { type PdfWriter, sizes } from "./pdf-writer.ts";

/** The head of a document: who issues it, its title, and a line beside it. */
export function letterhead(pdf: PdfWriter, head: { issuer: string; title: string; aside: string }): void {
  const { doc, left, width, tag, write } = pdf;
  const top = doc.y;
  tag("P", () => {
    const style = { font: "strong", size: sizes.subheading, colour: pdf.colours.accent } as const;
    write(head.issuer, style, left, top, { width: width * 0.6 });
  });
  const below = doc.y;
  tag("P", () => {
    const style = { font: "text", size: sizes.small, colour: pdf.colours.muted } as const;
    write(head.aside, style, left + width * 0.6, top + 2, { width: width * 0.4, align: "right" });
  });
  doc.y = Math.max(doc.y, below) + 4;
  tag("H1", () => {
    write(head.title, { font: "strong", size: sizes.title }, left, doc.y, { width });
  });
  doc.y += 6;
  horizontalRule(pdf);
  doc.y += 12;
}

export function horizontalRule({ doc, colours, left, width, drawArtifact }: PdfWriter): void {
  const { y } = doc;
  drawArtifact(() => {
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.75)
      .strokeColor(colours.line)
      .stroke();
  });
}

export function heading(pdf: PdfWriter, text: string, level: 2 | 3 = 2): void {
  const { doc, left, width, tag, write, ensureSpace } = pdf;
  ensureSpace(112);
  doc.y += level === 2 ? 14 : 8;
  tag(`H${level}`, () => {
    const size = level === 2 ? sizes.heading : sizes.subheading;
    write(text, { font: "strong", size }, left, doc.y, { width });
  });
  doc.y += 5;
}

/** Paragraphs of a text, split at blank lines; line breaks within one stay. */
export function paragraphs(pdf: PdfWriter, text: string, style: { small?: boolean } = {}): void {
  const { doc, left, width, tag, write, ensureSpace } = pdf;
  const size = style.small ? sizes.small : sizes.text;
  for (const paragraph of paragraphsOf(text)) {
    ensureSpace(size * 2.6);
    tag("P", () => {
      const colour = style.small ? pdf.colours.muted : pdf.colours.ink;
      write(paragraph, { font: "text", size, colour }, left, doc.y, { width: Math.min(width, 560), lineGap: 2.2 });
    });
    doc.y += size * 0.6;
  }
}

/** Addresses side by side, each under its own heading. */
export function parties(pdf: PdfWriter, blocks: readonly Party[]): void {
  const { doc, left, width, tag, write } = pdf;
  const top = doc.y;
  const column = width / blocks.length;
  const ends = blocks.map(({ title, lines }, index) => {
    const x = left + index * column;
    const textBox = { width: column - 14 };
    tag("H2", () => {
      write(title, { font: "strong", size: sizes.small, colour: pdf.colours.muted }, x, top, textBox);
    });
    doc.y += 2;
    tag("P", () => {
      lines.forEach((line, lineIndex) => {
        const style = { font: lineIndex === 0 ? "strong" : "text", size: sizes.text - 0.5 } as const;
        write(line, style, x, doc.y, { ...textBox, lineGap: 1.5 });
      });
    });
    return doc.y;
  });
  doc.x = left;
  doc.y = Math.max(...ends) + 14;
}

/** Who signs, kept together at the end of a letter. */
export function signature(
  pdf: PdfWriter,
  { closing, name, lines }: { closing: string; name: string; lines: readonly string[] },
): void {
  const { doc, left, width, tag, write, ensureSpace } = pdf;
  ensureSpace(110);
  doc.y += 10;
  paragraphs(pdf, closing);
  doc.y += 16;
  tag("P", () => {
    write(name, { font: "strong", size: sizes.text + 1 }, left, doc.y, { width, lineGap: 2 });
    for (const line of lines) write(line, { font: "text", size: sizes.text }, left, doc.y, { width, lineGap: 2 });
  });
}
