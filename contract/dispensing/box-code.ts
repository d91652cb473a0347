import { hasRightCheckDigit, ndcInGtin } from "./ndc.ts";

/**
 * What the bar code of a medicine's package says, from the text that a scanner types. A GS1 Data Matrix or GS1-128 is a row of fields, each with an
 * identifier of two digits or more. Some have a fixed length; the others end at FNC1, which scanners type as the control character GS, as something
 * that stands for it, or not at all. Without it there may be several ways to cut the row: what can be cut in two ways is refused, never guessed.
 */

export interface BoxCode {
  /** 14 digits. */
  readonly gtin: string;
  /** Its ten digits without dashes; null for a code that is no US drug's. */
  readonly ndc: string | null;
  /** In capitals, as lots are kept. Null where the code has none, as in a UPC. */
  readonly lot: string | null;
  /** The last day it may be used, `YYYY-MM-DD`. */
  readonly endson: string | null;
  /** In capitals: one that differs in case only is taken for the same. */
  readonly serial: string | null;
  /** The scanner's letters came with capitals and small letters exchanged, as with Caps Lock on. */
  readonly hasInvertedCase: boolean;
}

export type ReadBoxCode =
  | { readonly code: BoxCode; readonly problem?: never }
  | { readonly problem: string; readonly code?: never };

const again = "Please scan it again.";
const problems = {
  nothing: `Nothing was scanned. ${again}`,
  half: `Only a part of the code arrived. ${again}`,
  two: "Two codes arrived at once. Please scan one box after the other.",
  check: `The code arrived with a wrong digit. ${again}`,
  layout:
    "The scanner types for another keyboard, such as a French one. Please set the keyboard of this computer or of the scanner to US.",
  case: "This is the code of a shipping case. Please scan each box.",
  day: `The code has a day that doesn’t exist. ${again}`,
  lot: `The code’s lot number has a character that lots don’t have. ${again} Type the lot with a reason if that doesn’t help.`,
  unclear:
    "The code can be read in two ways, because the scanner leaves out its separator (FNC1). Please set the scanner to send it as GS, or type the lot with a reason.",
  unknown: "This is no code of a medicine’s package. Please scan the square or the long code of the box.",
} as const;

/** Fields of a fixed length, the digits after their identifier. */
const fixed: Readonly<Record<string, number>> = {
  "01": 14,
  "11": 6,
  "12": 6,
  "13": 6,
  "15": 6,
  "16": 6,
  "17": 6,
  "20": 2,
};
/** Fields that end at FNC1, with the most they hold. */
const open: Readonly<Record<string, number>> = {
  ...{ "10": 20, "21": 20, "22": 20, "30": 8, "37": 8, "90": 30 },
  ...{ "240": 30, "241": 30, "250": 30, "710": 20, "711": 20, "712": 20, "713": 20, "714": 20, "715": 20, "716": 20 },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [`9${digit}`, 90])),
};

/** What scanners and programs put where FNC1 was; none of these characters may stand in a field. */
const separators = /\p{Cc}|\{GS\}|<GS>|\[GS\]|\\x1d|\\u001d|\u241d|\^\]|[|~^[\]{}@#$\\`]/giu;
/** Everything a field may hold (GS1's character set 82). */
const fieldText = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;
/** The row of digits of a French keyboard without Shift: a scanner set to a US one types them there. */
const frenchDigits = /^[&é"'(\-è_çà]{6}/;
/** The prefix a scanner puts before a code, as other keyboards have it. */
const foreignPrefix = /^[$£^¨*+][dcq][&é"123]/i;

type Fields = ReadonlyMap<string, string>;

/** Where a field of this identifier may end in what follows it. */
function endsOf(id: string, rest: string, isStrict: boolean): readonly number[] {
  const size = fixed[id];
  if (size !== undefined) return /^\d+$/.test(rest.slice(0, size)) && rest.length >= size ? [size] : [];
  const most = open[id];
  if (most === undefined || rest === "") return [];
  if (isStrict) return rest.length <= most ? [rest.length] : [];
  return id === "10" || id === "21" ? Array.from({ length: Math.min(most, rest.length) }, (_, at) => at + 1) : [];
}

/**
 * The ways to cut a piece into fields, each identifier once. `isStrict`: what has no fixed length reaches to its end. Else lot and serial may end
 * anywhere, and no other such field is looked for.
 */
function cut(text: string, isStrict: boolean, before: Fields = new Map()): Fields[] {
  if (text === "") return [before];
  return [2, 3].flatMap((length) => {
    const [id, rest] = [text.slice(0, length), text.slice(length)];
    if (before.has(id)) return [];
    return endsOf(id, rest, isStrict).flatMap((end) =>
      cut(rest.slice(end), isStrict, new Map([...before, [id, rest.slice(0, end)]])),
    );
  });
}

/** `YYMMDD`; day 00 is the last of its month. Null for a day that doesn't exist. */
export function readGs1Day(digits: string): string | null {
  const [, yy = "", month = "", day = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  // By GS1's rule as it is until 2050: what is later than fifty years from now was in the century before.
  const year = Number(yy) > 76 ? 1900 + Number(yy) : 2000 + Number(yy);
  const last = new Date(Date.UTC(year, Number(month), 0)).getUTCDate();
  const at = day === "00" ? last : Number(day);
  if (yy === "" || Number(month) < 1 || Number(month) > 12 || at > last) return null;
  return `${year}-${month}-${String(at).padStart(2, "0")}`;
}

const invertCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

function withGtin(gtin: string, fields: Fields, hasInvertedCase: boolean): ReadBoxCode {
  if (!hasRightCheckDigit(gtin)) return { problem: problems.check };
  if (gtin.startsWith("03", 1) && gtin[0] !== "0") return { problem: problems.case };
  const [lot, end, serial] = [fields.get("10"), fields.get("17"), fields.get("21")];
  const endson = end === undefined ? null : readGs1Day(end);
  if (end !== undefined && endson === null) return { problem: problems.day };
  if (lot !== undefined && !/^[A-Z0-9][A-Z0-9./_-]*$/i.test(lot)) return { problem: problems.lot };
  return {
    code: {
      ...{ gtin, ndc: ndcInGtin(gtin), endson, hasInvertedCase },
      lot: lot?.toUpperCase() ?? null,
      serial: serial?.toUpperCase() ?? null,
    },
  };
}

/** What a scanned text says, or why it can't be taken, in words. */
export function readBoxCode(scanned: string): ReadBoxCode {
  const text = scanned.trim();
  if (text.replaceAll("\u001d", "") === "") return { problem: problems.nothing };
  if (frenchDigits.test(text) || foreignPrefix.test(text) || /[éèçà]/.test(text)) return { problem: problems.layout };
  const [, symbology = "", body = ""] = /^(\](?:d2|c1|q3|e0|e3))?(.*)$/is.exec(text) ?? [];
  const hasInvertedCase = /^\](?:D|c|q|e)/.test(symbology);
  const row = hasInvertedCase ? invertCase(body) : body;
  if (/\](?:d2|c1|q3|e0)/i.test(row)) return { problem: problems.two };
  if (/^\d+$/.test(row) && !/^\](?:d|c|q)/i.test(symbology)) {
    if (row.length === 12 || row.length === 13) return withGtin(row.padStart(14, "0"), new Map(), false);
    if (row.length < 12 || (row.length < 16 && !row.startsWith("01"))) return { problem: problems.half };
    if ([24, 26].includes(row.length) && row.slice(0, row.length / 2) === row.slice(row.length / 2))
      return { problem: problems.two };
  }
  return readFields(row, hasInvertedCase);
}

function readFields(row: string, hasInvertedCase: boolean): ReadBoxCode {
  const pieces = row.split(separators).filter((piece) => piece !== "");
  if (pieces.length === 0) return { problem: problems.nothing };
  if (pieces.some((piece) => !fieldText.test(piece))) return { problem: problems.unknown };
  if (hasTwoGtins(row)) return { problem: problems.two };
  // A separator inside shows that this scanner sends them.
  const isStrict = pieces.length > 1;
  const readings = pieces
    .reduce<Fields[]>((before, piece) => before.flatMap((fields) => cut(piece, isStrict, fields)), [new Map()])
    .filter((fields) => fields.has("01"))
    .map((fields) => withGtin(fields.get("01") ?? "", fields, hasInvertedCase));
  const possible = readings.flatMap(({ code }) => code ?? []);
  // A medicine's package has its end in its code, and hardly a lot number goes on with 17 and a day.
  const ended = possible.filter(({ endson }) => endson !== null);
  const [code, other] = ended.length > 0 ? ended : possible;
  if (other) return { problem: problems.unclear };
  if (code) return { code };
  return readings[0] ?? { problem: /^(?:01|10|17|21)/.test(pieces[0] ?? "") ? problems.half : problems.unknown };
}

/** Whether the fields begin anew: a second GTIN with its right check digit follows the first. */
function hasTwoGtins(row: string): boolean {
  const found = [...row.matchAll(/(?=01(0\d{13}))/g)].filter(([, gtin = ""]) => hasRightCheckDigit(gtin));
  return found.length > 1 && new Set(found.map(([, gtin]) => gtin)).size < found.length;
}

/** Whether a text is what a scanner types of a package, also where it can't be taken; nobody types one as a lot number. */
export const looksLikeBoxCode = (text: string): boolean =>
  /^\](?:d2|c1|q3|e0)/i.test(text) || /^[\p{Cc}|~^]?01\d{14}/u.test(text) || frenchDigits.test(text);
