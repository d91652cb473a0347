import type { PdfWriter, TextStyle } from "../pdf/pdf-writer.ts";
import { codeSize, drawCode } from "./printed-code.ts";

/**
 * Names and directions are as long as somebody wrote them. What one label can't hold goes on with the next: each says whose and which medicine it is,
 * and how many there are. Nothing is cut, and no label is without its patient.
 */

/** One line of a label: its words, size and weight, and the space below it. */
export interface Block {
  readonly text: string;
  readonly size: number;
  readonly strong?: boolean;
  readonly below?: number;
  /** Leaves room for the code at the right. */
  readonly narrow?: boolean;
}

/** What a label says, top to bottom. */
export interface LabelText {
  /** Who dispenses what to whom: at the head of each, beside the code. */
  readonly head: readonly Block[];
  readonly body: readonly Block[];
}

const labelWidth = 260;
/** Space below a block that names none. */
const blockGap = 1;
/** Fewer points than the smallest line: sums of heights aren't exact. */
const slack = 2;

const styleOf = ({ size, strong }: Block): TextStyle => ({ font: strong ? "strong" : "text", size });
const widthOf = ({ width }: PdfWriter): number => Math.min(width, labelWidth);
const widthOfBlock = (pdf: PdfWriter, { narrow }: Block): number => widthOf(pdf) - (narrow ? codeSize : 0);
const heightOfText = (pdf: PdfWriter, block: Block) =>
  pdf.heightOf(block.text, styleOf(block), { width: widthOfBlock(pdf, block) });

/** Points that blocks take up, one below the other. */
export const heightOf = (pdf: PdfWriter, blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + heightOfText(pdf, block) + (block.below ?? blockGap), 0);

/** Draws blocks one below the other, and the code at the right of the first. */
export function drawBlocks(pdf: PdfWriter, blocks: readonly Block[], code: string): void {
  const { doc, left, tag, write } = pdf;
  drawCode(pdf, code, left + widthOf(pdf) - codeSize, doc.y);
  for (const block of blocks) {
    tag("P", () => write(block.text, styleOf(block), left, doc.y, { width: widthOfBlock(pdf, block) }));
    doc.y += block.below ?? blockGap;
  }
}

/** Points of a page. */
const roomOf = (pdf: PdfWriter): number => pdf.bottom - pdf.doc.page.margins.top - slack;

/** Whether a head leaves a third of each page to the rest. */
export const fitsHead = (pdf: PdfWriter, head: readonly Block[]): boolean =>
  heightOf(pdf, head) <= (roomOf(pdf) * 2) / 3;

/** The blocks of a label, or of several where one page can't hold them. */
export function labelPages(pdf: PdfWriter, { head, body }: LabelText): readonly (readonly Block[])[] {
  const room = roomOf(pdf);
  if (heightOf(pdf, [...head, ...body]) <= room) return [[...head, ...body]];
  const count = (page: number, pages: number): Block => ({
    ...{ text: `Label ${page} of ${pages}: keep them together`, size: 8.5, strong: true, narrow: true },
  });
  const roomBelow = room - heightOf(pdf, [count(99, 99), ...head]);
  const pages: Block[][] = [];
  let rest = [...body];
  while (rest.length > 0) {
    const [page, after] = takePage(pdf, rest, roomBelow);
    pages.push(page);
    rest = after;
  }
  return pages.map((page, index) => [count(index + 1, pages.length), ...head, ...page]);
}

/** The blocks, and the beginning of the first that doesn't fit, that `room` points hold; and what is left of them. */
function takePage(pdf: PdfWriter, blocks: readonly Block[], room: number): [page: Block[], rest: Block[]] {
  let used = 0;
  for (const [index, block] of blocks.entries()) {
    const height = heightOf(pdf, [block]);
    if (used + height <= room) {
      used += height;
      continue;
    }
    const fits = (text: string) => heightOfText(pdf, { ...block, text }) <= room - used;
    // A block is begun where all of it would need a label of its own.
    const at = index === 0 || height > room ? beginningThatFits(block.text, fits, index === 0) : 0;
    const begun = at === 0 ? [] : [{ ...block, text: block.text.slice(0, at).trimEnd() }];
    return [
      [...blocks.slice(0, index), ...begun],
      [{ ...block, text: block.text.slice(at).trimStart() }, ...blocks.slice(index + 1)],
    ];
  }
  return [[...blocks], []];
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Where the longest beginning ends that fits: after a word, or within one that no line could hold; `atLeastOne` takes a character in any case. */
function beginningThatFits(text: string, fits: (text: string) => boolean, atLeastOne: boolean): number {
  const ends = Array.from(characters.segment(text), ({ index, segment }) => index + segment.length);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, ends[middle - 1]))) low = middle;
    else high = middle - 1;
  }
  const end = ends[Math.max(low, atLeastOne ? 1 : 0) - 1] ?? 0;
  const wordEnd = text.slice(0, end + 1).search(/\s\S*$/u);
  return wordEnd > 0 ? wordEnd : end;
}
