import { constants, inflateSync } from "node:zlib";

const maxInflated = 32 * 1024 * 1024;
/** Things a document does by itself: run a script, start a program. */
const active = /\/(?:JavaScript|JS|Launch)(?![\w.-])/;

/** A whole PDF, from its header to its trailer. */
export function isWholePdf(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  return text.startsWith("%PDF-") && text.includes("%%EOF", text.length - 2048);
}

/**
 * Whether a PDF names a script or a launch action. Looks at the objects, also at those in compressed object streams, and through
 * escaped names; page contents and pictures are left out. A stream that should open and does not counts as active; encrypted files
 * keep theirs closed, which is one reason why no PDF is ever shown in place.
 */
export function hasActiveContent(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  const encrypted = text.includes("/Encrypt");
  let inflated = 0;
  let from = 0;
  for (const start of text.matchAll(/stream\r?\n/g)) {
    if (start.index < from) continue;
    const objects = unescaped(text.slice(from, start.index));
    if (active.test(objects)) return true;
    const begin = start.index + start[0].length;
    const end = text.indexOf("endstream", begin);
    if (end < 0) break;
    if (objects.includes("/ObjStm")) {
      const hidden = inflate(bytes.subarray(begin, end), maxInflated - inflated);
      if (hidden === undefined ? !encrypted : active.test(unescaped(hidden))) return true;
      inflated += hidden?.length ?? 0;
    }
    from = end + "endstream".length;
  }
  return active.test(unescaped(text.slice(from)));
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

/** Names may write a character as `#` and two hex digits. */
const unescaped = (objects: string) =>
  objects.replace(/#([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function inflate(bytes: Uint8Array, maxOutputLength: number): string | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch {
    return undefined;
  }
}
