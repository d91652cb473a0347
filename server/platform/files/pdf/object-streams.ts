import { constants, inflateSync } from "node:zlib";
import { namePattern, isFound, nameSpellings } from "./name-pattern.ts";

const maxInflated = 32 * 1024 * 1024;
const maxStreams = 10_000;
const maxDictionary = 2000;

/** Marks an object stream, and where its first object starts; a `/First` that refers to an object is an outline's. */
const marker = new RegExp(
  `/(?:${nameSpellings("ObjStm")}(?![\\w.-])|${nameSpellings("First")}[\\0\\s]+\\d+(?!\\d|[\\0\\s]+\\d+[\\0\\s]+R))`,
  "g",
);
/** From the marker to the bytes: an object stream's dictionary has neither strings nor comments to hide something in. */
const dictionaryToStream = new RegExp(`[^()%]{0,${maxDictionary}}?>>[\\0\\s]*stream(?:\\r\\n?|\\n)`, "y");
/** A predictor would change the decompressed bytes. */
const predictor = namePattern("Predictor");

/**
 * The texts of a PDF's object streams. Undefined if one cannot be trusted or decoded, or if they are too many or too long. In `encrypted`
 * files those that cannot be decoded are skipped.
 */
export function objectStreams(bytes: Uint8Array, text: string, encrypted: boolean): string[] | undefined {
  const streamStarts = new Set<number>();
  const streamTexts: string[] = [];
  let remainingBytes = maxInflated;
  for (const { index } of text.matchAll(marker)) {
    const stream = streamOf(text, index);
    if (stream === undefined || streamStarts.size >= maxStreams) return undefined;
    if (streamStarts.has(stream.begin)) continue;
    streamStarts.add(stream.begin);
    const objects = inflate(bytes.subarray(stream.begin), remainingBytes);
    if (objects === "too long" || (objects === "closed" && !encrypted)) return undefined;
    if (objects === "closed") continue;
    streamTexts.push(withObjectNumbers(objects.text, stream.dictionary));
    remainingBytes -= objects.text.length;
  }
  return streamTexts;
}

/** The object stream with this marker; undefined when its dictionary cannot be trusted. */
function streamOf(text: string, mark: number): { readonly begin: number; readonly dictionary: string } | undefined {
  const before = text.slice(Math.max(0, mark - maxDictionary), mark);
  dictionaryToStream.lastIndex = mark;
  const after = dictionaryToStream.exec(text)?.[0];
  if (after === undefined) return undefined;
  const dictionary = before.slice(before.lastIndexOf("obj") + 3) + after;
  if (/[()%]/.test(dictionary) || isFound(predictor, dictionary)) return undefined;
  return { begin: mark + after.length, dictionary };
}

/** The objects as they would be outside the stream, each after its number, which the stream lists before the first one. */
function withObjectNumbers(objects: string, dictionary: string): string {
  const first = Number(/\/First[\0\s]+(\d{1,9})/.exec(dictionary)?.[1] ?? 0);
  const objectOffsets = [...objects.slice(0, first).matchAll(/(\d{1,10})[\0\s]+(\d{1,10})/g)];
  const numberedObjects = objectOffsets.map(([, number, offset], index) => {
    const end = objectOffsets[index + 1]?.[2];
    return `${number} 0 obj ${objects.slice(first + Number(offset), end === undefined ? undefined : first + Number(end))}`;
  });
  return [objects, ...numberedObjects].join("\n");
}

/** Decompresses up to the end the compressed data itself marks: the word `endstream` may occur within. */
function inflate(bytes: Uint8Array, maxOutputLength: number): { readonly text: string } | "closed" | "too long" {
  if (maxOutputLength <= 0) return "too long";
  try {
    return {
      text: inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1"),
    };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too long" : "closed";
  }
}
