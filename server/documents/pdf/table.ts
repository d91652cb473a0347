import { setImmediate as otherWork } from "node:timers/promises";
import { type PdfWriter, sizes, type TextStyle } from "./pdf-writer.ts";

export interface Column {
  readonly title: string;
  /** Share of the width, relative to the shares of the other columns. */
  readonly share: number;
  readonly right?: boolean;
}

/** Lines of a cell; the first is stronger when there are several. */
export type Cell = string | readonly string[];

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Closing row, such as a sum. */
  readonly foot?: readonly Cell[];
}

interface ColumnLayout extends Column {
  readonly x: number;
  readonly width: number;
  /** Space between its words and the next column: more where numbers would meet words. */
  readonly gap: number;
}

const cellPadding = { x: 3.5, y: 4.5, apart: 10 };
type Structure = PDFKit.PDFStructureElement;

/** Rows written at once before other work runs. */
const rowsPerBatch = 10;

/** A table with its head on every page; repeats of the head are marked as decoration, so it is read out once. */
export async function table(pdf: PdfWriter, { columns, rows, foot }: Table): Promise<void> {
  const { doc, tag, ensureSpace } = pdf;
  const columnLayouts = layoutColumns(pdf, columns);
  const titles = columns.map(({ title }) => title);
  const element = tag("Table", null);
  ensureSpace(rowHeight(pdf, columnLayouts, titles, true) + 40);
  const head = tag("THead", null, element);
  drawRow(pdf, columnLayouts, titles, { kind: "head", parent: head });
  head.end();
  const body = tag("TBody", null, element);
  const footHeight = foot ? rowHeight(pdf, columnLayouts, foot, true) : 0;
  for (const [index, each] of rows.entries()) {
    if (index % rowsPerBatch === 0) await otherWork();
    for (const { cells, height } of splitRow(pdf, columnLayouts, each)) {
      // The foot is never alone on a page.
      const below = index === rows.length - 1 ? footHeight : 0;
      breakBefore(pdf, columnLayouts, titles, height + below);
      drawRow(pdf, columnLayouts, cells, { kind: "body", parent: body, height });
    }
  }
  body.end();
  if (foot) {
    breakBefore(pdf, columnLayouts, titles, footHeight);
    const end = tag("TFoot", null, element);
    drawRow(pdf, columnLayouts, foot, { kind: "foot", parent: end });
    end.end();
  }
  element.end();
  doc.x = pdf.left;
  doc.y += 6;
}

function layoutColumns({ left, width }: PdfWriter, columns: readonly Column[]): ColumnLayout[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x = left;
  return columns.map((column, index) => {
    const next = columns[index + 1];
    const gap = column.right && next && !next.right ? cellPadding.apart : cellPadding.x;
    const columnLayout = { ...column, x, width: (column.share / all) * width, gap };
    x += columnLayout.width;
    return columnLayout;
  });
}

function breakBefore(
  pdf: PdfWriter,
  columnLayouts: readonly ColumnLayout[],
  titles: readonly string[],
  height: number,
): void {
  const { doc, bottom, drawArtifact } = pdf;
  if (doc.y + height <= bottom) return;
  doc.addPage();
  drawArtifact(() => drawRow(pdf, columnLayouts, titles, { kind: "head", parent: null }));
}

type Kind = "head" | "body" | "foot";

function drawRow(
  pdf: PdfWriter,
  columnLayouts: readonly ColumnLayout[],
  cells: readonly Cell[],
  options: { readonly kind: Kind; readonly parent: Structure | null; readonly height?: number },
): void {
  const { kind, parent } = options;
  const { doc, colours, left, width, tag, drawArtifact } = pdf;
  const top = doc.y;
  const height = options.height ?? rowHeight(pdf, columnLayouts, cells, kind !== "body");
  const drawBackground = () => {
    if (kind === "head") doc.rect(left, top, width, height).fill(colours.band);
    doc
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(kind === "body" ? 0.5 : 0.9)
      .strokeColor(colours.line)
      .stroke();
  };
  if (parent) drawArtifact(drawBackground);
  else drawBackground();
  const line = parent && tag("TR", null, parent);
  columnLayouts.forEach((columnLayout, index) => {
    const write = () => drawCell(pdf, columnLayout, cells[index] ?? "", top + cellPadding.y, kind);
    if (line) tag(kind === "head" ? "TH" : "TD", write, line);
    else write();
  });
  line?.end();
  doc.x = left;
  doc.y = top + height;
}

const linesOf = (cell: Cell): readonly string[] => (typeof cell === "string" ? [cell] : cell);

function drawCell(pdf: PdfWriter, columnLayout: ColumnLayout, content: Cell, top: number, kind: Kind): void {
  const { doc, write } = pdf;
  let y = top;
  linesOf(content).forEach((text, index, all) => {
    const style = cellStyle(pdf, index, all.length, kind !== "body");
    const box = {
      width: columnLayout.width - cellPadding.x - columnLayout.gap,
      align: columnLayout.right ? "right" : "left",
    } as const;
    write(text, style, columnLayout.x + cellPadding.x, y, box);
    y = doc.y;
  });
}

function cellStyle({ colours }: PdfWriter, index: number, count: number, strong: boolean): TextStyle {
  const first = index === 0;
  return {
    font: strong || (first && count > 1) ? "strong" : "text",
    size: sizes.table,
    colour: first || strong ? colours.ink : colours.muted,
  };
}

function rowHeight(
  pdf: PdfWriter,
  columnLayouts: readonly ColumnLayout[],
  cells: readonly Cell[],
  strong: boolean,
): number {
  const heights = columnLayouts.map((columnLayout, column) =>
    linesOf(cells[column] ?? "").reduce((sum, text, index, all) => {
      const width = columnLayout.width - cellPadding.x - columnLayout.gap;
      return sum + pdf.heightOf(text, cellStyle(pdf, index, all.length, strong), { width });
    }, 0),
  );
  return Math.max(...heights) + 2 * cellPadding.y;
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Where the character begins that spans a place of a text, or the next one if it is the first. */
const characterAt = (text: string, place: number): number => {
  const found = characters.segment(text).containing(Math.floor(place));
  return found ? found.index || found.segment.length : 0;
};

interface Row {
  readonly cells: readonly Cell[];
  readonly height: number;
}

/** Rows that fit on a page: a long text continues in the next row, whose other cells are empty. */
function splitRow(pdf: PdfWriter, columnLayouts: readonly ColumnLayout[], cells: readonly Cell[]): Row[] {
  const maxHeight = (pdf.bottom - pdf.doc.page.margins.top) * 0.6;
  const height = rowHeight(pdf, columnLayouts, cells, false);
  if (height <= maxHeight) return [{ cells, height }];
  const longestCell = cells.reduce<number>(
    (best, each, index) =>
      linesOf(each).join(" ").length > linesOf(cells[best] ?? "").join(" ").length ? index : best,
    0,
  );
  const text = linesOf(cells[longestCell] ?? "").join("\n");
  const middle = text.lastIndexOf(" ", text.length / 2);
  const at = middle > 0 ? middle : characterAt(text, text.length / 2);
  if (text.length < 2 || at >= text.length) return [{ cells, height }];
  const replaced = (half: string, others: readonly Cell[]) =>
    others.map((each, index): Cell => (index === longestCell ? half : each));
  return [
    ...splitRow(pdf, columnLayouts, replaced(text.slice(0, at).trimEnd(), cells)),
    ...splitRow(
      pdf,
      columnLayouts,
      replaced(
        text.slice(at).trimStart(),
        cells.map(() => ""),
      ),
    ),
  ];
}
