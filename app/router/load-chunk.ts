import { after } from "#app/api/after.ts";
import { limits } from "#contract/constants.ts";

/** A part of the app that did not arrive (spec §8). */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Resolves after `ms`; the function it returns beside calls it off. */
export type Timer = (ms: number, ring: () => void) => () => void;

let tell: (error: ChunkLoadError) => void = () => {};

/** Names who is told of parts that did not arrive; what loads first waits for nothing that can tell the server. */
export function onLostChunk(listener: typeof tell): void {
  tell = listener;
}

/** Loads a chunk; a failure, or 120 s without an end, is a `ChunkLoadError`, which `onLostChunk` hears of. */
export function loadChunk<T>(load: () => Promise<T>, timer: Timer = after): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const callOff = timer(limits.chunkLoadTimeoutMs, () => reject(new ChunkLoadError("Timed out after 120 s")));
    load()
      .then(resolve, (cause: unknown) => {
        reject(new ChunkLoadError(cause instanceof Error ? cause.message : "Failed", { cause }));
      })
      .finally(callOff);
  }).catch((error: ChunkLoadError) => {
    tell(error);
    throw error;
  });
}

/** A chunk that comes while a form is filled in: `prepare` begins to load it, `get` waits for it as `loadChunk` does. */
export interface ChunkAhead<T> {
  /** Answers null when it did not come. */
  readonly prepare: () => Promise<T | null>;
  readonly get: () => Promise<T>;
}

export const chunkAhead = <T>(load: () => Promise<T>): ChunkAhead<T> => ({
  prepare: () => load().catch(() => null),
  get: () => loadChunk(load),
});
