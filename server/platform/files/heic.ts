import { Worker } from "node:worker_threads";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8ClampedArray;
}

export interface HeicRequest {
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
}

const timeoutMs = 30_000;

/** Decodes the first picture of a HEIC file in a thread of its own, which takes its memory with it. Throws on what it cannot read. */
export function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<Pixels> {
  const request: HeicRequest = { bytes, maxPixels };
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
    workerData: request,
    // The library prints its complaints; they are kept from the log.
    stdout: true,
    stderr: true,
  });
  const overdue = setTimeout(() => void worker.terminate(), timeoutMs);
  return new Promise<Pixels>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The picture was not decoded")));
  }).finally(() => {
    clearTimeout(overdue);
    void worker.terminate();
  });
}
