import type { PGlite } from "@electric-sql/pglite";
import { channels, type SubscribeSignals } from "./channels.ts";

/** Signals of the embedded database: this is its only process, so none is ever missed. */
export const listenOnEmbedded =
  (lite: PGlite): SubscribeSignals =>
  (onSignal, onListening) => {
    const listening = Promise.all(channels.map((channel) => lite.listen(channel, (id) => onSignal(channel, id))));
    listening.then(onListening, () => undefined);
    return async () => {
      const unlisteners = await listening.catch(() => []);
      if (!lite.closed) await Promise.all(unlisteners.map((unlisten) => unlisten()));
    };
  };
