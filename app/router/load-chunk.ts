import { after } from "#app/api/after.ts";
import { limits } from "#contract/constants.ts";

/** A part of the app that did not arrive (spec §8). */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Resolves after `ms`; the function it returns beside calls it off. */
export type StartTimer = (ms: number, onTimeout: () => void) => () => void;

let reportLostChunk: (error: ChunkLoadError) => void = () => {};

/** Names who is told of parts that did not arrive; what loads first waits for nothing that can tell the server. */
export function onChunkLoadError(listener: typeof reportLostChunk): void {
  reportLostChunk = listener;
}

/** Loads a chunk; a failure, or 120 s without an end, is a `ChunkLoadError`, which `onChunkLoadError` hears of. */
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

/** A chunk that comes while a form is filled in: `prepare` begins to load it, `get` waits for it as `loadChunk` does. */
export interface PreloadableChunk<T> {
  /** Answers null when it did not come. */
  readonly prepare: () => Promise<T | null>;
  readonly get: () => Promise<T>;
}

export const preloadableChunk = <T>(load: () => Promise<T>): PreloadableChunk<T> => ({
  prepare: () => load().catch(() => null),
  get: () => loadChunk(load),
});
