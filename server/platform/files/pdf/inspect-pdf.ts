import { runInWorker } from "../../worker-thread.ts";
import { isSafePdfContent } from "./active-content.ts";

/** Files up to this size, in bytes, are checked inline, without a thread. */
const inlineMaxBytes = 64 * 1024;

/** Whether a PDF may be stored: complete, with a page, and doing nothing by itself. Throws if that cannot be determined in time. */
export async function isSafePdf(bytes: Uint8Array): Promise<boolean> {
  if (!isComplete(bytes)) return false;
  if (bytes.length <= inlineMaxBytes) return isSafePdfContent(bytes);
  return runInWorker<boolean>(new URL("./inspect-worker.ts", import.meta.url), bytes);
}

/** Whether it has both header and trailer. */
function isComplete(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return file.subarray(0, 5).equals(Buffer.from("%PDF-")) && file.subarray(-2048).includes("%%EOF");
}
