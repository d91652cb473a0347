import { after } from "#app/browser/timers.ts";
import { limits } from "#contract/constants.ts";

/** A chunk of the app that did not load (spec §8). */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Calls `onTimeout` after `ms`; the returned function cancels it. */
export type StartTimer = (ms: number, onTimeout: () => void) => () => void;

let reportLostChunk: (error: ChunkLoadError) => void = () => {};

/** Registers who is told of chunks that did not load; the code that loads first cannot report to the server itself. */
export function onChunkLoadError(listener: typeof reportLostChunk): void {
  reportLostChunk = listener;
}

/** Loads a chunk; a failure, or 120 s without an outcome, is a `ChunkLoadError`, reported to `onChunkLoadError`. */
export function loadChunk<T>(load: () => Promise<T>, timer: StartTimer = after): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancelTimer = timer(limits.chunkLoadTimeoutMs, () => reject(new ChunkLoadError("Timed out after 120 s")));
    load()
      .then(resolve, (cause: unknown) => {
        reject(new ChunkLoadError(cause instanceof Error ? cause.message : "Failed", { cause }));
      })
      .finally(cancelTimer);
  }).catch((error: ChunkLoadError) => {
    reportLostChunk(error);
    throw error;
  });
}

/** A chunk that loads while a form is filled in: `prepare` begins to load it, `get` waits for it as `loadChunk` does. */
export interface PreloadableChunk<T> {
  /** Resolves with null when it did not load. */
  readonly preload: () => Promise<T | null>;
  readonly get: () => Promise<T>;
}

export const preloadableChunk = <T>(load: () => Promise<T>): PreloadableChunk<T> => ({
  preload: () => load().catch(() => null),
  get: () => loadChunk(load),
});
