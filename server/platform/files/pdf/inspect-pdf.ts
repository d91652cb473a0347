import { runInWorker } from "../../worker-thread.ts";
import { isSafePdfContent } from "./active-content.ts";

/** A file of up to this many bytes is read at once, without a thread. */
const inlineMaxBytes = 64 * 1024;

/** A PDF fit to be kept: whole, with a page, and nothing in it acts by itself. Throws when that cannot be told in good time. */
export async function isSafePdf(bytes: Uint8Array): Promise<boolean> {
  if (!isComplete(bytes)) return false;
  if (bytes.length <= inlineMaxBytes) return isSafePdfContent(bytes);
  return runInWorker<boolean>(new URL("./inspect-worker.ts", import.meta.url), bytes);
}

/** From its header to its trailer. */
function isComplete(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return file.subarray(0, 5).equals(Buffer.from("%PDF-")) && file.subarray(-2048).includes("%%EOF");
}
