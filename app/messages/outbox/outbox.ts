import { type Observable, observable } from "#app/browser/observable.ts";
import {
  withSendError,
  sortOutgoing,
  nextSendable,
  type OutgoingMessage,
  withRetry,
  nextTimestamp,
  type SendError,
  msUntilNext,
} from "./outgoing-message.ts";

/** Storage of outgoing messages, for one patient. */
export interface OutboxStorage {
  all(): Promise<readonly OutgoingMessage[]>;
  put(entry: OutgoingMessage): Promise<void>;
  deleteEntry(clientid: string): Promise<void>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** What an outbox depends on; tests pass their own. */
export interface OutboxServices {
  readonly storage: OutboxStorage;
  /** Runs `run` exclusively across tabs. */
  readonly lock: (run: () => Promise<void>) => Promise<void>;
  /** Sends one; when it resolves, the sent message is in the thread. */
  readonly send: (entry: OutgoingMessage, sending: SendOptions) => Promise<void>;
  readonly sendErrorOf: (error: unknown) => SendError;
  readonly online: () => boolean;
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs `run` later; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Has the other tabs reload. */
  readonly announceToTabs: () => void;
}

export interface OutboxState {
  readonly entries: readonly OutgoingMessage[];
  /** The one being sent, and the fraction of its file uploaded, 0–1. */
  readonly sending: { readonly clientid: string; readonly fraction: number } | null;
}

export interface Outbox extends Pick<Observable<OutboxState>, "get" | "subscribe"> {
  readonly add: (message: Pick<OutgoingMessage, "conversationid" | "text" | "file">) => void;
  readonly retry: (clientid: string) => void;
  /** Removes one; one being sent is aborted. */
  readonly remove: (clientid: string) => void;
  /** Another tab changed the storage. */
  readonly reload: () => Promise<void>;
  /** Sends what is queued: the connection is back, or the page has just opened. */
  readonly sendWaiting: () => Promise<void>;
  readonly stop: () => void;
}

/** Sends the patient's messages one after another, in their order, each once, with retries. */
export function createOutbox(services: OutboxServices): Outbox {
  const { get, set, subscribe } = observable<OutboxState>({ entries: [], sending: null });
  let lastWrite: Promise<unknown> = Promise.resolve();
  let currentSend: AbortController | null = null;
  let running: Promise<void> | null = null;
  let cancelTimer = () => {};
  let stopped = false;

  const persist = (work: () => Promise<void>) => {
    lastWrite = lastWrite.then(work).then(services.announceToTabs);
    return lastWrite;
  };
  const replace = (entry: OutgoingMessage) => {
    // Removed meanwhile, here or in another tab.
    if (!get().entries.some(({ clientid }) => clientid === entry.clientid)) return lastWrite;
    set({ entries: get().entries.map((each) => (each.clientid === entry.clientid ? entry : each)) });
    return persist(() => services.storage.put(entry));
  };
  const removeEntry = (clientid: string) => {
    set({ entries: get().entries.filter((each) => each.clientid !== clientid) });
    return persist(() => services.storage.deleteEntry(clientid));
  };

  /** Reads the storage, again where something was added or removed meanwhile. */
  async function reload() {
    for (;;) {
      const before = lastWrite;
      await before;
      const entries = await services.storage.all();
      if (stopped) return;
      if (lastWrite === before) return set({ entries: sortOutgoing(entries) });
    }
  }

  async function sendOne(entry: OutgoingMessage) {
    currentSend = new AbortController();
    const { signal } = currentSend;
    set({ sending: { clientid: entry.clientid, fraction: 0 } });
    try {
      await services.send(entry, {
        signal,
        onProgress: (fraction) => signal.aborted || set({ sending: { clientid: entry.clientid, fraction } }),
      });
      await removeEntry(entry.clientid);
    } catch (error) {
      if (!signal.aborted && !stopped) await replace(withSendError(entry, services.sendErrorOf(error), services.now()));
    } finally {
      currentSend = null;
      set({ sending: null });
    }
  }

  async function drain() {
    await reload();
    while (!stopped && services.online()) {
      const entry = nextSendable(get().entries, services.now());
      if (!entry) return;
      await sendOne(entry);
    }
  }

  function sendWaiting(): Promise<void> {
    cancelTimer();
    return (running ??= services.lock(drain).finally(() => {
      running = null;
      const wait = msUntilNext(get().entries, services.now());
      if (wait !== null && !stopped && services.online()) cancelTimer = services.after(wait, () => void sendWaiting());
    }));
  }

  return {
    get,
    subscribe,
    add: (message) => {
      const at = nextTimestamp(get().entries, services.now());
      const entry: OutgoingMessage = {
        ...message,
        clientid: services.newId(),
        at,
        state: "waiting",
        reason: null,
        notbefore: 0,
      };
      set({ entries: [...get().entries, entry] });
      void persist(() => services.storage.put(entry));
      void sendWaiting();
    },
    retry: (clientid) => {
      const entry = get().entries.find((each) => each.clientid === clientid);
      if (!entry) return;
      void replace(withRetry(entry));
      void sendWaiting();
    },
    remove: (clientid) => {
      if (get().sending?.clientid === clientid) currentSend?.abort();
      void removeEntry(clientid);
      void sendWaiting();
    },
    reload,
    sendWaiting,
    stop: () => {
      stopped = true;
      cancelTimer();
      currentSend?.abort();
    },
  };
}
