import type { Paper } from "./paper.ts";
import { sizes } from "./style.ts";

/** The head of a document: who issues it, what it is, and a line beside it. */
export function letterhead(paper: Paper, head: { issuer: string; title: string; aside: string }): void {
  const { doc, left, width, tag, pen, words } = paper;
  const top = doc.y;
  tag("P", () => {
    pen("strong", sizes.subheading, paper.colours.accent).text(words(head.issuer), left, top, { width: width * 0.6 });
  });
  const below = doc.y;
  tag("P", () => {
    pen("text", sizes.small, paper.colours.muted).text(words(head.aside), left + width * 0.6, top + 2, {
      width: width * 0.4,
      align: "right",
    });
  });
  doc.y = Math.max(doc.y, below) + 4;
  tag("H1", () => {
    pen("strong", sizes.title).text(words(head.title), left, doc.y, { width });
  });
  doc.y += 6;
  rule(paper);
  doc.y += 12;
}

export function rule({ doc, colours, left, width, decorate }: Paper): void {
  const { y } = doc;
  decorate(() => {
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.75)
      .strokeColor(colours.line)
      .stroke();
  });
}

export function heading(paper: Paper, text: string, level: 2 | 3 = 2): void {
  const { doc, left, width, tag, pen, words, need } = paper;
  need(112);
  doc.y += level === 2 ? 14 : 8;
  tag(`H${level}`, () => {
    pen("strong", level === 2 ? sizes.heading : sizes.subheading).text(words(text), left, doc.y, { width });
  });
  doc.y += 5;
}

/** Paragraphs of a text, at blank lines; line breaks within one stay. */
export function prose(paper: Paper, text: string, look: { small?: boolean } = {}): void {
  const { doc, left, width, tag, pen, words, need } = paper;
  const size = look.small ? sizes.small : sizes.text;
  for (const part of text.split(/\n\s*\n/)) {
    const paragraph = words(part.trim());
    if (paragraph === "") continue;
    need(size * 2.6);
    tag("P", () => {
      pen("text", size, look.small ? paper.colours.muted : paper.colours.ink).text(paragraph, left, doc.y, {
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

/** Addresses side by side, each under a heading of its own. */
export function parties(paper: Paper, blocks: readonly Party[]): void {
  const { doc, left, width, tag, pen, words } = paper;
  const top = doc.y;
  const column = width / blocks.length;
  const ends = blocks.map(({ title, lines }, index) => {
    const x = left + index * column;
    const room = { width: column - 14 };
    tag("H2", () => {
      pen("strong", sizes.small, paper.colours.muted).text(words(title), x, top, room);
    });
    doc.y += 2;
    tag("P", () => {
      lines.forEach((line, at) => {
        pen(at === 0 ? "strong" : "text", sizes.text - 0.5).text(words(line), x, doc.y, { ...room, lineGap: 1.5 });
      });
    });
    return doc.y;
  });
  doc.x = left;
  doc.y = Math.max(...ends) + 14;
}

/** Who signs, in one piece at the end of a letter. */
export function signature(
  paper: Paper,
  { closing, name, lines }: { closing: string; name: string; lines: readonly string[] },
): void {
  const { doc, left, width, tag, pen, words, need } = paper;
  need(110);
  doc.y += 10;
  prose(paper, closing);
  doc.y += 16;
  tag("P", () => {
    pen("strong", sizes.text + 1).text(words(name), left, doc.y, { width, lineGap: 2 });
    for (const line of lines) pen("text", sizes.text).text(words(line), left, doc.y, { width, lineGap: 2 });
  });
}
