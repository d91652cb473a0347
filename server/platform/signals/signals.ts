import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { PGlite } from "@electric-sql/pglite";
import type { Logger } from "pino";
import type { OpenDatabase } from "../database/open.ts";
import { listenOnServer } from "./listen-on-server.ts";

/** NOTIFY channels signalled when a transaction commits; the payload is an id, or empty where there is only one thing to signal. */
export const channels = ["patient_changed", "session_ended", "sandbox_event", "work_changed"] as const;
export type Channel = (typeof channels)[number];

/**
 * A source of signals: calls `heard` for each and `begun` whenever listening begins, at first and after an interruption, until the
 * returned function is called.
 */
type SubscribeSignals = (
  onSignal: (channel: Channel, id: string) => void,
  onListening: () => void,
) => () => Promise<void>;

/** Signals of the embedded database: this is its only process, so none is ever missed. */
const listenOnEmbedded =
  (lite: PGlite): SubscribeSignals =>
  (onSignal, onListening) => {
    const listening = Promise.all(channels.map((channel) => lite.listen(channel, (id) => onSignal(channel, id))));
    listening.then(onListening, () => undefined);
    return async () => {
      const unlisteners = await listening.catch(() => []);
      if (!lite.closed) await Promise.all(unlisteners.map((unlisten) => unlisten()));
    };
  };

type Unsubscribe = () => void;

/** Signals of commits on any node, sent by the database. */
export interface Signals {
  /** Calls `listener` with the id of each signal, until the returned function is called. */
  readonly on: (channel: Channel, listener: (id: string) => void) => Unsubscribe;
  /** Calls `listener` whenever listening begins, at first and after an interruption: earlier signals may have been missed. */
  readonly onGap: (listener: () => void) => Unsubscribe;
  /** Starts to listen and continues until `close`, even if the connection is lost. Until then nothing is opened. */
  readonly open: () => void;
  readonly close: () => Promise<void>;
}

/** The signals of a database, on a separate connection where it is a server. */
export function createSignals({ lite, pool }: Pick<OpenDatabase, "lite" | "pool">, log: Logger): Signals {
  const events = new EventEmitter<Record<Channel, [id: string]> & { gap: [] }>();
  const subscribe = lite ? listenOnEmbedded(lite) : listenOnServer(pool?.options ?? {}, log, { channels });
  let stopListening: (() => Promise<void>) | null = null;
  let closed = false;

  return {
    on(channel, listener) {
      events.on(channel, listener);
      return () => void events.off(channel, listener);
    },
    onGap(listener) {
      events.on("gap", listener);
      return () => void events.off("gap", listener);
    },
    open() {
      if (closed) return;
      // The embedded database signals a commit in the context of whoever commits; listeners must not run in their transaction.
      const outsideContext = AsyncLocalStorage.snapshot();
      stopListening ??= subscribe(
        (channel, id) => outsideContext(() => events.emit(channel, id)),
        () => outsideContext(() => events.emit("gap")),
      );
    },
    async close() {
      closed = true;
      await stopListening?.();
    },
  };
}
