import type { Writable } from "node:stream";
import type { Client, QueryResult } from "pg";
import { statementNames } from "./statement-names.ts";

/** How many reads leave together before the next connection is taken: what one of them may at most hold up. */
const mostTogether = 16;

/** Answers to a prepared text whose tables a migration changed, or whose name the server does not know. */
const outdated = new Set(["0A000", "26000"]);

export interface SharedReads {
  /** Runs one statement that reads and locks nothing. */
  readonly run: (text: string, values: readonly unknown[]) => Promise<QueryResult>;
  readonly close: () => Promise<void>;
}

interface Reader {
  readonly client: Promise<Client>;
  /** Reads sent or about to be sent, and not answered yet. */
  pending: number;
}

/**
 * `count` connections made by `open` (with pg's `pipeline`) on which reads do not wait for one another's answers. The
 * reads of one turn of the event loop leave in one write, on the connection with the least to do; what is read often is
 * prepared. A connection that ends fails the reads on it and is opened again by the next one.
 */
export function sharedReads(open: () => Promise<Client>, count: number): SharedReads {
  const names = statementNames();
  const readers: (Reader | undefined)[] = Array.from({ length: count });
  let together: { readonly reader: Reader; reads: number } | null = null;

  const opened = (place: number): Reader => {
    const reader: Reader = { client: open(), pending: 0 };
    const drop = () => {
      if (readers[place] === reader) readers[place] = undefined;
    };
    reader.client.then((client) => client.on("error", drop).on("end", drop), drop);
    return (readers[place] = reader);
  };

  const leastBusy = (): Reader => {
    let best = 0;
    for (let place = 1; place < count; place += 1)
      if ((readers[place]?.pending ?? 0) < (readers[best]?.pending ?? 0)) best = place;
    return readers[best] ?? opened(best);
  };

  /** The connection of this turn, its writes held back until the turn ends. */
  const ofThisTurn = (): Reader => {
    if (together && together.reads < mostTogether) {
      together.reads += 1;
      return together.reader;
    }
    const turn = { reader: leastBusy(), reads: 1 };
    together = turn;
    const held = turn.reader.client.then(
      (client) => {
        const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
        stream.cork();
        return stream;
      },
      () => null,
    );
    setImmediate(() => {
      if (together === turn) together = null;
      void held.then((stream) => stream?.uncork());
    });
    return turn.reader;
  };

  return {
    async run(text, values) {
      const reader = ofThisTurn();
      reader.pending += 1;
      try {
        const client = await reader.client;
        const name = names.of(text);
        if (name === null) return await client.query(text, values as unknown[]);
        return await client.query({ name, text, values: values as unknown[] }).catch((error: { code?: string }) => {
          if (!outdated.has(error.code ?? "")) throw error;
          names.forget(text);
          return client.query(text, values as unknown[]);
        });
      } finally {
        reader.pending -= 1;
      }
    },
    async close() {
      await Promise.allSettled(readers.map(async (reader) => (await reader?.client)?.end()));
    },
  };
}
