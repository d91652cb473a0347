import { type ComponentType, lazy, useState } from "react";
import { loadChunk } from "./load-chunk.ts";
import { whenConnected } from "./when-connected.ts";

export interface LazyComponent<P> {
  readonly Part: ComponentType<P>;
  /** Begins to load, so that the chunk travels while something else does; tells whether it came. */
  readonly preload: () => Promise<boolean>;
}

/**
 * A component in a chunk of its own; it suspends until it is there, however long the browser is offline, and throws `ChunkLoadError` when it
 * is not. One that is there already does not suspend at all: React leaves what it shows meanwhile for a third of a second.
 */
export function lazyRoute<P extends object = object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyComponent<P> {
  let loading: Promise<{ readonly default: ComponentType<P> }> | null = null;
  let loaded: ComponentType<P> | null = null;
  const start = () =>
    (loading ??= whenConnected()
      .then(() => loadChunk(load))
      .then((chunk) => {
        loaded = chunk.default;
        return chunk;
      }));
  const LazyLoaded = lazy(start) as unknown as ComponentType<P>;
  function Part(props: P) {
    // The same for as long as it is shown, so that nothing in it begins anew.
    const [Rendered] = useState(() => loaded ?? LazyLoaded);
    return <Rendered {...props} />;
  }
  const preload = () =>
    start().then(
      () => true,
      () => false,
    );
  return { Part, preload };
}
