import type { PdfCipher } from "./encryption.ts";
import { decodeStream } from "./filters.ts";
import { nameSpellings } from "./name-pattern.ts";
import { type PdfDictionary, readDictionary } from "./read-value.ts";

const maxDecoded = 32 * 1024 * 1024;
const maxStreams = 10_000;
const maxDictionary = 2000;
const maxOutlines = 20_000;

/** Marks an object stream: its type, or where its first object starts. An outline refers to its first entry by the same name, and has no bytes. */
const marker = new RegExp(
  `/(?:${nameSpellings("ObjStm")}(?![\\w.-])|${nameSpellings("First")}[\\0\\s]+\\d+(?:[\\0\\s]+\\d+[\\0\\s]+R|(?!\\d)))`,
  "g",
);
/** From the marker to the bytes: an object stream's dictionary has neither strings nor comments to hide something in. */
const dictionaryToStream = new RegExp(`(?:(?!endobj)[^()%]){0,${maxDictionary}}?>>[\\0\\s]*stream(?:\\r\\n?|\\n)`, "y");

/** The texts of a PDF's object streams; undefined if one can't be trusted or decoded, or if they are too many or too long. */
export function objectStreams(bytes: Uint8Array, text: string, cipher: PdfCipher): string[] | undefined {
  const streamStarts = new Set<number>();
  const streamTexts: string[] = [];
  let remainingBytes = maxDecoded;
  let outlines = 0;
  for (const { 0: mark, index } of text.matchAll(marker)) {
    const stream = streamOf(text, index);
    if (stream === "none" && /R$/.test(mark) && ++outlines <= maxOutlines) continue;
    if (typeof stream === "string" || streamStarts.size >= maxStreams) return undefined;
    if (streamStarts.has(stream.begin)) continue;
    streamStarts.add(stream.begin);
    const objects = decode(bytes, text, stream, cipher, remainingBytes);
    if (objects === undefined) return undefined;
    streamTexts.push(withObjectNumbers(objects, stream.dictionary));
    remainingBytes -= objects.length;
  }
  return streamTexts;
}

interface ObjectStream {
  readonly begin: number;
  readonly dictionary: PdfDictionary;
  readonly objectNumber: number;
  readonly generation: number;
}

/** The object stream with this marker; `none` where no bytes follow, `unknown` when its dictionary cannot be trusted. */
function streamOf(text: string, mark: number): ObjectStream | "none" | "unknown" {
  const before = text.slice(Math.max(0, mark - maxDictionary), mark);
  dictionaryToStream.lastIndex = mark;
  const after = dictionaryToStream.exec(text)?.[0];
  if (after === undefined) return "none";
  const head = before.lastIndexOf("obj") + 3;
  const written = before.slice(head) + after;
  const number = /(\d{1,10})[\0\s]+(\d{1,5})[\0\s]+obj$/.exec(before.slice(0, head));
  const dictionary = /[()%]/.test(written) ? undefined : readDictionary(written, 0);
  if (dictionary === undefined) return "unknown";
  return {
    begin: mark + after.length,
    dictionary,
    objectNumber: Number(number?.[1] ?? 0),
    generation: Number(number?.[2] ?? 0),
  };
}

function decode(
  bytes: Uint8Array,
  text: string,
  { begin, dictionary, objectNumber, generation }: ObjectStream,
  cipher: PdfCipher,
  maxLength: number,
): string | undefined {
  if (typeof cipher !== "object" && cipher !== "none") return undefined;
  try {
    const stored = bytes.subarray(begin);
    const plain =
      cipher === "none"
        ? stored
        : cipher.decrypt(bytes.subarray(begin, endOf(text, begin, dictionary)), objectNumber, generation);
    const decoded = decodeStream(plain, dictionary, maxLength);
    // Without a filter, or behind the last one, the bytes go on to the end of the file.
    const objects = dictionary.has("Filter") ? decoded : decoded.subarray(0, endOf(text, begin, dictionary) - begin);
    return maxLength <= 0 ? undefined : Buffer.from(objects).toString("latin1");
  } catch {
    return undefined;
  }
}

function endOf(text: string, begin: number, dictionary: PdfDictionary): number {
  const length = dictionary.get("Length");
  if (length?.kind === "number") return Math.min(text.length, begin + Math.max(0, length.number));
  const end = text.indexOf("endstream", begin);
  return end < 0 ? text.length : end;
}

/** The objects as they would be outside the stream, each after its number, which the stream lists before the first one. */
function withObjectNumbers(objects: string, dictionary: PdfDictionary): string {
  const first = dictionary.get("First");
  const start = first?.kind === "number" ? first.number : 0;
  const objectOffsets = [...objects.slice(0, start).matchAll(/(\d{1,10})[\0\s]+(\d{1,10})/g)];
  const numberedObjects = objectOffsets.map(([, number, offset], index) => {
    const end = objectOffsets[index + 1]?.[2];
    return `${number} 0 obj ${objects.slice(start + Number(offset), end === undefined ? undefined : start + Number(end))}`;
  });
  return [objects, ...numberedObjects].join("\n");
}
