import { setImmediate as otherWork } from "node:timers/promises";
import type { Paper } from "./paper.ts";
import { sizes } from "./style.ts";

export interface Column {
  readonly title: string;
  /** Share of the width; the shares of a table are taken relative to each other. */
  readonly share: number;
  readonly right?: boolean;
}

/** Lines of a cell, the first one stronger when there are several. */
export type Cell = string | readonly string[];

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Closing row, such as a sum. */
  readonly foot?: readonly Cell[];
}

interface Place extends Column {
  readonly x: number;
  readonly width: number;
  /** Between its words and the next column: more where numbers would meet words. */
  readonly gap: number;
}

const pad = { x: 3.5, y: 4.5, apart: 10 };
type Structure = PDFKit.PDFStructureElement;

/** Rows written at once; then other work has its turn. */
const rowsAtOnce = 10;

/** A table with its head on every page; repeats of the head are decoration, so they are read out once. */
export async function table(paper: Paper, { columns, rows, foot }: Table): Promise<void> {
  const { doc, tag, need } = paper;
  const places = lay(paper, columns);
  const titles = columns.map(({ title }) => title);
  const element = tag("Table", null);
  need(rowHeight(paper, places, titles, true) + 40);
  const head = tag("THead", null, element);
  row(paper, places, titles, { kind: "head", parent: head });
  head.end();
  const body = tag("TBody", null, element);
  const footHeight = foot ? rowHeight(paper, places, foot, true) : 0;
  for (const [index, each] of rows.entries()) {
    if (index % rowsAtOnce === 0) await otherWork();
    for (const { cells, height } of split(paper, places, each)) {
      // The foot never stands alone on a page.
      const below = index === rows.length - 1 ? footHeight : 0;
      breakBefore(paper, places, titles, height + below);
      row(paper, places, cells, { kind: "body", parent: body, height });
    }
  }
  body.end();
  if (foot) {
    breakBefore(paper, places, titles, footHeight);
    const end = tag("TFoot", null, element);
    row(paper, places, foot, { kind: "foot", parent: end });
    end.end();
  }
  element.end();
  doc.x = paper.left;
  doc.y += 6;
}

function lay({ left, width }: Paper, columns: readonly Column[]): Place[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x = left;
  return columns.map((column, index) => {
    const next = columns[index + 1];
    const gap = column.right && next && !next.right ? pad.apart : pad.x;
    const place = { ...column, x, width: (column.share / all) * width, gap };
    x += place.width;
    return place;
  });
}

function breakBefore(paper: Paper, places: readonly Place[], titles: readonly string[], height: number): void {
  const { doc, bottom, decorate } = paper;
  if (doc.y + height <= bottom) return;
  doc.addPage();
  decorate(() => row(paper, places, titles, { kind: "head", parent: null }));
}

type Kind = "head" | "body" | "foot";

function row(
  paper: Paper,
  places: readonly Place[],
  cells: readonly Cell[],
  drawing: { readonly kind: Kind; readonly parent: Structure | null; readonly height?: number },
): void {
  const { kind, parent } = drawing;
  const { doc, colours, left, width, tag, decorate } = paper;
  const top = doc.y;
  const height = drawing.height ?? rowHeight(paper, places, cells, kind !== "body");
  const ground = () => {
    if (kind === "head") doc.rect(left, top, width, height).fill(colours.band);
    doc
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(kind === "body" ? 0.5 : 0.9)
      .strokeColor(colours.line)
      .stroke();
  };
  if (parent) decorate(ground);
  else ground();
  const line = parent && tag("TR", null, parent);
  places.forEach((place, index) => {
    const write = () => cell(paper, place, cells[index] ?? "", top + pad.y, kind);
    if (line) tag(kind === "head" ? "TH" : "TD", write, line);
    else write();
  });
  line?.end();
  doc.x = left;
  doc.y = top + height;
}

const linesOf = (cell: Cell): readonly string[] => (typeof cell === "string" ? [cell] : cell);

function cell(paper: Paper, place: Place, content: Cell, top: number, kind: Kind): void {
  const { doc, words } = paper;
  let y = top;
  linesOf(content).forEach((text, index, all) => {
    look(paper, index, all.length, kind !== "body");
    const box = { width: place.width - pad.x - place.gap, align: place.right ? "right" : "left" } as const;
    const shown = words(text);
    doc.text(shown, place.x + pad.x, y, box);
    y = doc.y;
  });
}

function look({ pen, colours }: Paper, index: number, count: number, strong: boolean): void {
  const first = index === 0;
  pen(strong || (first && count > 1) ? "strong" : "text", sizes.table, first || strong ? colours.ink : colours.muted);
}

function rowHeight(paper: Paper, places: readonly Place[], cells: readonly Cell[], strong: boolean): number {
  const { doc, words } = paper;
  const heights = places.map((place, column) =>
    linesOf(cells[column] ?? "").reduce((sum, text, index, all) => {
      look(paper, index, all.length, strong);
      return sum + doc.heightOfString(words(text), { width: place.width - pad.x - place.gap });
    }, 0),
  );
  return Math.max(...heights) + 2 * pad.y;
}

interface Row {
  readonly cells: readonly Cell[];
  readonly height: number;
}

/** Rows that fit on a page: a cell with a long text goes on in the next row, its neighbours empty. */
function split(paper: Paper, places: readonly Place[], cells: readonly Cell[]): Row[] {
  const room = (paper.bottom - paper.doc.page.margins.top) * 0.6;
  const height = rowHeight(paper, places, cells, false);
  if (height <= room) return [{ cells, height }];
  const longest = cells.reduce<number>(
    (best, each, index) =>
      linesOf(each).join(" ").length > linesOf(cells[best] ?? "").join(" ").length ? index : best,
    0,
  );
  const text = linesOf(cells[longest] ?? "").join("\n");
  const middle = text.lastIndexOf(" ", text.length / 2);
  const at = middle > 0 ? middle : Math.floor(text.length / 2);
  if (text.length < 2) return [{ cells, height }];
  const replaced = (part: string, others: readonly Cell[]) =>
    others.map((each, index): Cell => (index === longest ? part : each));
  return [
    ...split(paper, places, replaced(text.slice(0, at).trimEnd(), cells)),
    ...split(
      paper,
      places,
      replaced(
        text.slice(at).trimStart(),
        cells.map(() => ""),
      ),
    ),
  ];
}
