import { runInWorker } from "../../worker-thread.ts";
import { type PdfProblem, problemIn } from "./active-content.ts";

export type { PdfProblem } from "./active-content.ts";

/** Files up to this size, in bytes, are checked inline, without a thread. */
const inlineMaxBytes = 64 * 1024;

/** Why a PDF isn't stored; null: complete, with a page, and doing nothing by itself. Throws if that cannot be determined in time. */
export async function pdfProblem(bytes: Uint8Array): Promise<PdfProblem | null> {
  if (!isComplete(bytes)) return "damaged";
  if (bytes.length <= inlineMaxBytes) return problemIn(bytes);
  return runInWorker<PdfProblem | null>(new URL("./inspect-worker.ts", import.meta.url), bytes);
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

/** Readers look for the head within so many bytes (implementation note 13 of the PDF Reference 1.7). */
const headWithin = 1024;

/** Where a PDF begins; -1 for what is none. Mail programs, printers' queues and careless exports leave plain lines before it, never marks of a web page. */
export function headOfPdf(bytes: Uint8Array): number {
  const start = latin1(bytes.subarray(0, headWithin + 5));
  const head = start.search(/%PDF-\d/);
  return head >= 0 && head <= headWithin && !start.slice(0, head).includes("<") ? head : -1;
}

/**
 * Whether it has both head and end. Some programs leave `%%EOF` out, and many servers add bytes behind it; what was cut off ends amid its objects,
 * with nothing that says where they are.
 */
function isComplete(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > 0 && isBlank(bytes[end - 1] ?? 0)) end -= 1;
  const tail = latin1(bytes.subarray(Math.max(0, end - 2048), end));
  const behindObjects = tail.slice(tail.lastIndexOf("endobj") + 1);
  return headOfPdf(bytes) >= 0 && /startxref|%%EOF/.test(behindObjects);
}

const isBlank = (byte: number) => byte === 0 || byte === 26 || byte === 32 || (byte >= 9 && byte <= 13);
