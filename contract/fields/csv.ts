/** A spreadsheet would run a cell that begins so as a formula; with an apostrophe before it, it is text. */
const formulaStart = /^[=+\-@\t\r]/;
/** An amount that is taken off stays a number, which runs nothing. */
const negativeAmount = /^-\d+\.\d\d$/;

/** One cell, always quoted. */
export const csvCell = (text: string): string =>
  `"${(formulaStart.test(text) && !negativeAmount.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows as a file for a spreadsheet. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
