import { runInWorker } from "../../worker-thread.ts";

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

/** Decodes the picture a HEIC file shows. Throws on one it cannot read. */
export function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<Pixels> {
  const request: HeicRequest = { bytes, maxPixels };
  return runInWorker<Pixels>(new URL("./heic-worker.ts", import.meta.url), request);
}
