import { constants, inflateSync } from "node:zlib";
import type { PdfDictionary, PdfValue } from "./read-value.ts";

/** More in a row is nothing a program writes. */
const maxFilters = 4;

type Decoder = (bytes: Uint8Array, maxLength: number) => Uint8Array;

/** By name and by its abbreviation (ISO 32000-1, 7.4). Others aren't decoded: what is behind them isn't known. */
const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["FlateDecode", inflate],
  ["Fl", inflate],
  ["ASCIIHexDecode", fromHex],
  ["AHx", fromHex],
  ["ASCII85Decode", fromAscii85],
  ["A85", fromAscii85],
  ["RunLengthDecode", fromRunLengths],
  ["RL", fromRunLengths],
]);

/** The bytes of a stream behind all its filters. Throws where one isn't known or fails, or where they grow beyond `maxLength`. */
export function decodeStream(bytes: Uint8Array, dictionary: PdfDictionary, maxLength: number): Uint8Array {
  if (dictionary.has("F") || dictionary.has("FFilter")) throw new Error("The bytes are in another file");
  const names = filterNames(dictionary.get("Filter"));
  if (names.length > maxFilters) throw new Error("Too many filters");
  if (!hasPlainParameters(dictionary.get("DecodeParms") ?? dictionary.get("DP"))) throw new Error("Changed bytes");
  let decoded = bytes;
  for (const name of names) {
    const decode = decoders.get(name);
    if (decode === undefined) throw new Error(`No decoder for ${name}`);
    decoded = decode(decoded, maxLength);
    if (decoded.length > maxLength) throw new Error("Too long");
  }
  return decoded;
}

function filterNames(filter: PdfValue | undefined): string[] {
  if (filter === undefined) return [];
  if (filter.kind === "name") return [filter.text];
  if (filter.kind !== "array") throw new Error("Filters elsewhere");
  return filter.items.map((item) => {
    if (item.kind !== "name") throw new Error("A filter elsewhere");
    return item.text;
  });
}

/** Whether nothing is said that changes the decoded bytes: a predictor does, and what is said elsewhere may. */
function hasPlainParameters(parameters: PdfValue | undefined): boolean {
  if (parameters === undefined || (parameters.kind === "word" && parameters.text === "null")) return true;
  if (parameters.kind === "array") return parameters.items.every(hasPlainParameters);
  if (parameters.kind !== "dictionary") return false;
  const predictor = parameters.entries.get("Predictor");
  return predictor === undefined || (predictor.kind === "number" && predictor.number === 1);
}

/** Up to the end the compressed data itself marks: the word `endstream` may occur within. */
function inflate(bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  return inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const end = text.indexOf(">");
  const digits = (end < 0 ? text : text.slice(0, end)).replace(/[\0\s]+/g, "");
  if (end < 0 || /[^\da-fA-F]/.test(digits)) throw new Error("Not hex digits");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

function fromAscii85(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const end = text.indexOf("~");
  const digits = (end < 0 ? text : text.slice(0, end)).replace(/[\0\s]+/g, "").replace(/z/g, "!!!!!");
  if (end < 0 || /[^!-u]/.test(digits)) throw new Error("Not base 85");
  const decoded = Buffer.alloc(Math.ceil(digits.length / 5) * 4);
  for (let group = 0; group * 5 < digits.length; group += 1) {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const at = group * 5 + index;
      value = value * 85 + (at < digits.length ? digits.charCodeAt(at) - 33 : 84);
    }
    decoded.writeUInt32BE(value % 2 ** 32, group * 4);
  }
  const missing = (5 - (digits.length % 5)) % 5;
  return decoded.subarray(0, decoded.length - missing);
}

function fromRunLengths(bytes: Uint8Array, maxLength: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; ;) {
    const count = bytes[at];
    if (count === undefined) throw new Error("No end");
    if (count === 128) return Buffer.concat(parts);
    const part = count < 128 ? bytes.subarray(at + 1, at + 2 + count) : Buffer.alloc(257 - count, bytes[at + 1] ?? 0);
    parts.push(part);
    length += part.length;
    if (length > maxLength) throw new Error("Too long");
    at += count < 128 ? count + 2 : 2;
  }
}
