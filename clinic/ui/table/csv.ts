import { saveFile } from "#app/browser/save-file.ts";

/** A row of a file and the line it begins at, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What a spreadsheet separates cells with depends on its language: the one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Reads such a file. Null where a quote is never closed or stands in the middle of a cell: then nobody knows what belongs to which row. */
export function parseCsv(file: string): readonly CsvRow[] | null {
  const text = file.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let [cells, cell, line, begins, at]: [string[], string, number, number, number] = [[], "", 1, 1, 0];
  const endCell = () => {
    cells.push(cell.replace(/^'(?=[\S\t\r])/, "").trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each !== "")) rows.push({ line: begins, cells });
    cells = [];
    begins = ++line;
  };
  while (at < text.length) {
    const char = text[at]!;
    if (char === '"') {
      if (cell !== "") return null;
      const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(at));
      if (!quoted) return null;
      cell = quoted[1]!.replaceAll('""', '"');
      line += cell.split("\n").length - 1;
      at += quoted[0].length;
      const after = text[at];
      if (after !== undefined && after !== separator && after !== "\r" && after !== "\n") return null;
      continue;
    }
    if (char === separator) endCell();
    else if (char === "\n") endRow();
    else if (char !== "\r") cell += char;
    at++;
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}

/** Saves it on this computer. A spreadsheet takes it for UTF-8 by its first character. */
export const saveCsv = (csv: string | Blob, name: string): void =>
  void saveFile(new Blob(["\ufeff", csv], { type: "text/csv;charset=utf-8" }), name);
