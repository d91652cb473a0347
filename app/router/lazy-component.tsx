import { type ComponentType, lazy, useState } from "react";
import { loadChunk } from "./load-chunk.ts";
import { whenConnected } from "#app/browser/connection.ts";

export interface LazyComponent<P> {
  readonly Part: ComponentType<P>;
  /** Begins to load the chunk ahead of rendering; resolves with whether it loaded. */
  readonly preload: () => Promise<boolean>;
}

/**
 * A component in a chunk of its own; it suspends until loaded, however long the browser is offline, and throws `ChunkLoadError` when loading fails,
 * or shows nothing when the page does without it (`optional`). A loaded one does not suspend at all: React would keep a fallback on screen for a
 * third of a second.
 */
export function lazyRoute<P extends object = object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  optional = false,
): LazyComponent<P> {
  let loading: Promise<{ readonly default: ComponentType<P> }> | null = null;
  let loaded: ComponentType<P> | null = null;
  const start = () =>
    (loading ??= whenConnected()
      .then(() => loadChunk(load))
      .catch(optional ? () => ({ default: () => null }) : undefined)
      .then((chunk) => {
        loaded = chunk.default;
        return chunk;
      }));
  const LazyLoaded = lazy(start) as unknown as ComponentType<P>;
  function Part(props: P) {
    // Fixed while mounted, so that its content is not remounted.
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
