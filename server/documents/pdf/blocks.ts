import { type PdfWriter, sizes } from "./pdf-writer.ts";

/** The head of a document: who issues it, its title, and a line beside it. */
export function letterhead(pdf: PdfWriter, head: { issuer: string; title: string; aside: string }): void {
  const { doc, left, width, tag, setFont, toFontText } = pdf;
  const top = doc.y;
  tag("P", () => {
    setFont("strong", sizes.subheading, pdf.colours.accent).text(toFontText(head.issuer), left, top, {
      width: width * 0.6,
    });
  });
  const below = doc.y;
  tag("P", () => {
    setFont("text", sizes.small, pdf.colours.muted).text(toFontText(head.aside), left + width * 0.6, top + 2, {
      width: width * 0.4,
      align: "right",
    });
  });
  doc.y = Math.max(doc.y, below) + 4;
  tag("H1", () => {
    setFont("strong", sizes.title).text(toFontText(head.title), left, doc.y, { width });
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
  const { doc, left, width, tag, setFont, toFontText, ensureSpace } = pdf;
  ensureSpace(112);
  doc.y += level === 2 ? 14 : 8;
  tag(`H${level}`, () => {
    setFont("strong", level === 2 ? sizes.heading : sizes.subheading).text(toFontText(text), left, doc.y, { width });
  });
  doc.y += 5;
}

/** Paragraphs of a text, split at blank lines; line breaks within one stay. */
export function paragraphs(pdf: PdfWriter, text: string, style: { small?: boolean } = {}): void {
  const { doc, left, width, tag, setFont, toFontText, ensureSpace } = pdf;
  const size = style.small ? sizes.small : sizes.text;
  for (const block of text.split(/\n\s*\n/)) {
    const paragraph = toFontText(block.trim());
    if (paragraph === "") continue;
    ensureSpace(size * 2.6);
    tag("P", () => {
      setFont("text", size, style.small ? pdf.colours.muted : pdf.colours.ink).text(paragraph, left, doc.y, {
        width: Math.min(width, 560),
        lineGap: 2.2,
      });
    });
    doc.y += size * 0.6;
  }
}

export interface Party {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Addresses side by side, each under its own heading. */
export function parties(pdf: PdfWriter, blocks: readonly Party[]): void {
  const { doc, left, width, tag, setFont, toFontText } = pdf;
  const top = doc.y;
  const column = width / blocks.length;
  const ends = blocks.map(({ title, lines }, index) => {
    const x = left + index * column;
    const textBox = { width: column - 14 };
    tag("H2", () => {
      setFont("strong", sizes.small, pdf.colours.muted).text(toFontText(title), x, top, textBox);
    });
    doc.y += 2;
    tag("P", () => {
      lines.forEach((line, lineIndex) => {
        setFont(lineIndex === 0 ? "strong" : "text", sizes.text - 0.5).text(toFontText(line), x, doc.y, {
          ...textBox,
          lineGap: 1.5,
        });
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
  const { doc, left, width, tag, setFont, toFontText, ensureSpace } = pdf;
  ensureSpace(110);
  doc.y += 10;
  paragraphs(pdf, closing);
  doc.y += 16;
  tag("P", () => {
    setFont("strong", sizes.text + 1).text(toFontText(name), left, doc.y, { width, lineGap: 2 });
    for (const line of lines) setFont("text", sizes.text).text(toFontText(line), left, doc.y, { width, lineGap: 2 });
  });
}
