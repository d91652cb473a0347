import { type ComponentType, lazy } from "react";
import { loadChunk } from "./load-chunk.ts";
import { whenConnected } from "./when-connected.ts";

export interface LazyPart<P> {
  readonly Part: ComponentType<P>;
  /** Begins to load, so that the chunk travels while something else does; tells whether it came. */
  readonly preload: () => Promise<boolean>;
}

/** A component in a chunk of its own; it suspends until it is there, however long she is offline, and throws `ChunkLoadError` when it is not. */
export function lazyRoute<P extends object = object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyPart<P> {
  let loading: Promise<{ readonly default: ComponentType<P> }> | null = null;
  const start = () => (loading ??= whenConnected().then(() => loadChunk(load)));
  const preload = () =>
    start().then(
      () => true,
      () => false,
    );
  return { Part: lazy(start) as unknown as ComponentType<P>, preload };
}
