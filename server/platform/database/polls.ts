import { AsyncLocalStorage } from "node:async_hooks";
import { type Expression, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "./open.ts";

/** What a node looks for once a second: all polls are one statement, because a transaction each is most of what an idle node asks of a server. */
export interface Polls {
  /** Polls from now on, at once for the first time; the returned function ends it and waits for a read in progress. */
  readonly add: (poll: Poll) => () => Promise<void>;
  /** Reads now instead of at the end of the second. */
  readonly readNow: () => void;
}

export interface Poll {
  /** A select of one column of texts or ids, which must be cheap and mostly find nothing. */
  readonly select: () => Expression<unknown>;
  /** Called after each read that succeeded. */
  readonly found: (values: readonly string[]) => void;
}

const defaultPollMs = 1000;

export function createPolls(db: Database, log: Logger, pollMs = defaultPollMs): Polls {
  const polls = new Set<Poll>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  let failed = false;
  // A notification of the embedded database arrives in the context of whoever commits; a poll is not part of their transaction.
  const outsideTransaction = AsyncLocalStorage.snapshot();

  const read = async () => {
    clearTimeout(timer);
    const current = [...polls];
    if (current.length === 0) return;
    try {
      const columns = current.map((poll, index) => sql<string[]>`array(${poll.select()})`.as(`poll_${index}`));
      const row = await db.selectNoFrom(columns).executeTakeFirstOrThrow();
      for (const [index, poll] of current.entries()) {
        if (polls.has(poll)) poll.found(row[`poll_${index}`] ?? []);
      }
      failed = false;
    } catch (error) {
      // Logged once per outage; the next poll is a second later.
      if (!failed) log.warn({ err: { message: (error as Error).message } }, "could not poll the database");
      failed = true;
    }
    clearTimeout(timer);
    if (polls.size > 0) timer = setTimeout(readNow, pollMs).unref();
  };
  const readNow = () => void (reading = reading.then(() => outsideTransaction(read)));

  return {
    add(poll) {
      polls.add(poll);
      readNow();
      return async () => {
        polls.delete(poll);
        if (polls.size === 0) clearTimeout(timer);
        await reading;
      };
    },
    readNow,
  };
}
