/**
 * What a spreadsheet makes of a cell it takes for something else, when a file is only opened and saved: a lot for a day (`27-May`), a long number for one
 * of 15 digits (`9400111899223450000000`), a text for a formula that fails. Such a cell may be what was written or may not be, so no file's is taken.
 */

const format = "Format the column as text, then enter it again.";
const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
const days = [
  new RegExp(`^\\d{1,4}[-/. ]${month}(?:[-/. ]\\d{2,4})?$`, "i"),
  new RegExp(`^${month}[-/. ]\\d{1,4}$`, "i"),
  /^\d{1,2}\/\d{1,2}\/\d{2,4}$/,
];
/** Digits a spreadsheet keeps of a number; the others become zeros. */
const exactDigits = 15;
const rounded = new RegExp(`^\\d{${exactDigits}}0+$`);
const scientific = /^\d(?:[.,]\d+)?E\+\d+$/i;
/** Also in the languages a spreadsheet is likely to be in. */
const truth = /^(?:true|false|verdadero|falso|vrai|faux|wahr|falsch)$/i;

/** How a cell may have been changed, in words; null: it can't have been. */
export function spreadsheetDamage(cell: string): string | null {
  if (scientific.test(cell)) return `The spreadsheet rounded this number. ${format}`;
  if (rounded.test(cell))
    return `A spreadsheet may have rounded this number: only its first ${exactDigits} digits are sure. ${format}`;
  if (days.some((day) => day.test(cell))) return `A spreadsheet may have made a day of this. ${format}`;
  if (truth.test(cell)) return `A spreadsheet made true or false of this. ${format}`;
  if (/^#[A-Z/0!?]+$/i.test(cell)) return `The spreadsheet couldn’t work this out. ${format}`;
  return null;
}

/** A day-like number (`10-12`), an exponent (`12E5`), a zero in front, or more digits than a spreadsheet shows. */
const changed = [/^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/, /^\d+E\d+$/i, /^0\d/, /^\d{12,}$/];

/** A cell that a spreadsheet leaves as it is: with an apostrophe in front where it would change it, which is dropped when a file is read. */
export const asText = (cell: string): string =>
  spreadsheetDamage(cell) !== null || changed.some((each) => each.test(cell)) ? `'${cell}` : cell;
