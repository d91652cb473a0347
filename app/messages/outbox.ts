import {
  afterTrouble,
  inOrder,
  nextToSend,
  type Outgoing,
  retried,
  sentAt,
  type Trouble,
  untilNext,
} from "./outgoing.ts";

/** Where messages on their way are kept, for one patient. */
export interface OutboxStorage {
  all(): Promise<readonly Outgoing[]>;
  put(entry: Outgoing): Promise<void>;
  drop(clientid: string): Promise<void>;
}

export interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** What an outbox works with; tests pass their own. */
export interface OutboxParts {
  readonly storage: OutboxStorage;
  /** Runs one at a time over all tabs. */
  readonly lock: (run: () => Promise<void>) => Promise<void>;
  /** Sends one; what it returned is in the thread when it resolves. */
  readonly send: (entry: Outgoing, sending: Sending) => Promise<void>;
  readonly troubleOf: (error: unknown) => Trouble;
  readonly online: () => boolean;
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs later; the function returned calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** The other tabs look again. */
  readonly tellTabs: () => void;
}

export interface OutboxState {
  readonly entries: readonly Outgoing[];
  /** The one going out, and how much of its file is gone, 0–1. */
  readonly sending: { readonly clientid: string; readonly part: number } | null;
}

export interface Outbox {
  readonly get: () => OutboxState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (message: Pick<Outgoing, "conversationid" | "text" | "file">) => void;
  readonly retry: (clientid: string) => void;
  /** Takes one back; one on its way is stopped. */
  readonly remove: (clientid: string) => void;
  /** Another tab changed what is kept. */
  readonly reload: () => Promise<void>;
  /** Sends what waits: there is a connection, or the page has just opened. */
  readonly wake: () => Promise<void>;
  readonly stop: () => void;
}

/** Sends her messages one after the other, in her order, each once, for as long as it takes. */
export function createOutbox(parts: OutboxParts): Outbox {
  const listeners = new Set<() => void>();
  let state: OutboxState = { entries: [], sending: null };
  let written: Promise<unknown> = Promise.resolve();
  let under: AbortController | null = null;
  let running: Promise<void> | null = null;
  let callOff = () => {};
  let stopped = false;

  const set = (change: Partial<OutboxState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const keep = (work: () => Promise<void>) => {
    written = written.then(work).then(parts.tellTabs);
    return written;
  };
  const replace = (entry: Outgoing) => {
    // Taken back meanwhile, here or in another tab.
    if (!state.entries.some(({ clientid }) => clientid === entry.clientid)) return written;
    set({ entries: state.entries.map((each) => (each.clientid === entry.clientid ? entry : each)) });
    return keep(() => parts.storage.put(entry));
  };
  const forget = (clientid: string) => {
    set({ entries: state.entries.filter((each) => each.clientid !== clientid) });
    return keep(() => parts.storage.drop(clientid));
  };

  /** Reads what is kept, again where something was added or taken back meanwhile. */
  async function reload() {
    for (;;) {
      const before = written;
      await before;
      const entries = await parts.storage.all();
      if (stopped) return;
      if (written === before) return set({ entries: inOrder(entries) });
    }
  }

  async function sendOne(entry: Outgoing) {
    under = new AbortController();
    const { signal } = under;
    set({ sending: { clientid: entry.clientid, part: 0 } });
    try {
      await parts.send(entry, {
        signal,
        onProgress: (part) => signal.aborted || set({ sending: { clientid: entry.clientid, part } }),
      });
      await forget(entry.clientid);
    } catch (error) {
      if (!signal.aborted && !stopped) await replace(afterTrouble(entry, parts.troubleOf(error), parts.now()));
    } finally {
      under = null;
      set({ sending: null });
    }
  }

  async function drain() {
    await reload();
    while (!stopped && parts.online()) {
      const entry = nextToSend(state.entries, parts.now());
      if (!entry) return;
      await sendOne(entry);
    }
  }

  function wake(): Promise<void> {
    callOff();
    return (running ??= parts.lock(drain).finally(() => {
      running = null;
      const wait = untilNext(state.entries, parts.now());
      if (wait !== null && !stopped && parts.online()) callOff = parts.after(wait, () => void wake());
    }));
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (message) => {
      const at = sentAt(state.entries, parts.now());
      const entry: Outgoing = {
        ...message,
        clientid: parts.newId(),
        at,
        state: "waiting",
        reason: null,
        notbefore: 0,
      };
      set({ entries: [...state.entries, entry] });
      void keep(() => parts.storage.put(entry));
      void wake();
    },
    retry: (clientid) => {
      const entry = state.entries.find((each) => each.clientid === clientid);
      if (!entry) return;
      void replace(retried(entry));
      void wake();
    },
    remove: (clientid) => {
      if (state.sending?.clientid === clientid) under?.abort();
      void forget(clientid);
      void wake();
    },
    reload,
    wake,
    stop: () => {
      stopped = true;
      callOff();
      under?.abort();
    },
  };
}
