import type { Writable } from "node:stream";
import type { Client, QueryResult } from "pg";

/** How often a text is sent before it gets a name: rare ones should take no memory on the database server. */
const usesBeforeNaming = 100;
/** How many texts get a name, on each connection. */
const maxNames = 200;
/** How many texts are counted. */
const maxCountedTexts = 5000;

interface StatementNames {
  /** The name to prepare a text by, or null if it is better sent in full. Counts one use; what is known to be sent often has a name from the first. */
  readonly nameOf: (text: string, isOften?: boolean) => string | null;
  /** Has the text sent in full from here on: its prepared form no longer fits the tables. */
  readonly forget: (text: string) => void;
}

/** Names for frequently sent texts, the same on every connection of a node. */
export function statementNames(): StatementNames {
  const callCounts = new Map<string, number>();
  const names = new Map<string, string | null>();
  return {
    nameOf(text, isOften = false) {
      const existing = names.get(text);
      if (existing !== undefined) return existing;
      const count = (callCounts.get(text) ?? 0) + 1;
      if (count > 1 || callCounts.size < maxCountedTexts) callCounts.set(text, count);
      if ((count < usesBeforeNaming && !isOften) || names.size >= maxNames) return null;
      const name = `often_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    forget: (text) => void names.set(text, null),
  };
}

/** How many reads share a connection before the next is used: the most that one of them can block. */
const maxBlockedReads = 16;

/** A connection without an answer for this long is busy with a slow read, or waits for a lock, ms; reads sent after that take another. */
const slowAfterMs = 10;

/** Error codes of a prepared statement whose tables a migration changed, or whose name the server does not know. */
const stalePreparedCodes = new Set(["0A000", "26000"]);

export interface SharedReads {
  /** Runs one statement that only reads and takes no locks; one that is known to be sent often is prepared at once. */
  readonly run: (text: string, values: readonly unknown[], isOften?: boolean) => Promise<QueryResult>;
  readonly close: () => Promise<void>;
}

interface ReadConnection {
  readonly client: Promise<Client>;
  /** Reads sent or about to be sent and not yet answered. */
  pending: number;
  /** When it was last answered, or sent the first of the reads that are pending. */
  movedAt: number;
}

/**
 * At most `count` connections created by `open` (with pg's `pipeline`), on which reads do not wait for one another's answers. The
 * reads of one tick of the event loop go out in one write, on the first connection that answers quickly; frequent ones are
 * prepared. When a connection ends, its reads fail and the next one reopens it.
 */
export function sharedReads(
  open: () => Promise<Client>,
  count: number,
  now: () => number = () => performance.now(),
): SharedReads {
  const names = statementNames();
  const readers: (ReadConnection | undefined)[] = Array.from({ length: count });
  let currentBatch: { readonly reader: ReadConnection } | null = null;

  const openConnection = (slot: number): ReadConnection => {
    const reader: ReadConnection = { client: open(), pending: 0, movedAt: 0 };
    const discard = () => {
      if (readers[slot] === reader) readers[slot] = undefined;
    };
    reader.client.then((client) => client.on("error", discard).on("end", discard), discard);
    return (readers[slot] = reader);
  };

  const isQuick = ({ pending, movedAt }: ReadConnection): boolean =>
    pending === 0 || (pending < maxBlockedReads && now() - movedAt < slowAfterMs);

  /**
   * The first that answers quickly, because one process of the database serves more reads than several that take turns on its cores. Else the one that
   * answered last, never one that is stuck.
   */
  const bestConnection = (): ReadConnection => {
    const slot = readers.findIndex((reader) => reader === undefined || isQuick(reader));
    if (slot !== -1) return readers[slot] ?? openConnection(slot);
    return (readers as ReadConnection[]).reduce((best, each) => (each.movedAt > best.movedAt ? each : best));
  };

  /** The connection of this tick, corked until the tick ends. */
  const connectionOfThisTick = (): ReadConnection => {
    if (currentBatch && currentBatch.reader.pending < maxBlockedReads) return currentBatch.reader;
    const batch = { reader: bestConnection() };
    currentBatch = batch;
    const corked = batch.reader.client.then(
      (client) => {
        const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
        stream.cork();
        return stream;
      },
      () => null,
    );
    setImmediate(() => {
      if (currentBatch === batch) currentBatch = null;
      void corked.then((stream) => stream?.uncork());
    });
    return batch.reader;
  };

  return {
    async run(text, values, isOften) {
      const reader = connectionOfThisTick();
      if (reader.pending === 0) reader.movedAt = now();
      reader.pending += 1;
      try {
        const client = await reader.client;
        const name = names.nameOf(text, isOften);
        if (name === null) return await client.query(text, values as unknown[]);
        return await client.query({ name, text, values: values as unknown[] }).catch((error: { code?: string }) => {
          if (!stalePreparedCodes.has(error.code ?? "")) throw error;
          names.forget(text);
          return client.query(text, values as unknown[]);
        });
      } finally {
        reader.pending -= 1;
        reader.movedAt = now();
      }
    },
    async close() {
      await Promise.allSettled(readers.map(async (reader) => (await reader?.client)?.end()));
    },
  };
}
