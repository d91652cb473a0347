import type { Logger } from "pino";
import type { ConnectionRegistry } from "./connection-registry.ts";
import type { FeedCursor, RealtimePorts } from "./ports.ts";
import type { SocketSender } from "./socket-sender.ts";

/** Maximum number of patients in one read of the feeds. */
const maxPatientsPerRead = 500;
/** Maximum number of concurrent reads: while one waits for the database, another sends its results. */
const maxConcurrentReads = 3;
/** Pause before a failed read is repeated, in milliseconds; doubled each time. */
const minPauseMs = 100;
const maxPauseMs = 5000;

export interface FanOut {
  /** Starts to follow a patient's feed from a cursor; a feed that is followed already continues from its own. */
  readonly follow: (patientId: string, cursor: FeedCursor) => void;
  readonly unfollow: (patientId: string) => void;
  /** Something of this patient changed. */
  readonly markChanged: (patientId: string) => void;
  /** Anything may have changed. */
  readonly resync: () => void;
  readonly close: () => void;
}

interface FanOutOptions {
  readonly ports: Pick<RealtimePorts, "updatesAfter" | "maxItemsPerPatient" | "present">;
  readonly connections: Pick<ConnectionRegistry, "ofPatient">;
  readonly sender: Pick<SocketSender, "emit">;
  readonly log: Logger;
}

/**
 * Sends committed changes to this node's sockets: signalled patients are read together, each from their last cursor,
 * and each in one read at a time, so that everything arrives in order. A failed read leaves all its patients to the next one, so nothing is
 * skipped.
 */
export function createFanOut({ ports, connections, sender, log }: FanOutOptions): FanOut {
  const feeds = new Map<string, { cursor: FeedCursor }>();
  const changedPatients = new Set<string>();
  const beingRead = new Set<string>();
  let activeReads = 0;
  let isReadScheduled = false;
  let closed = false;
  let pauseMs = minPauseMs;
  let pauseTimer: NodeJS.Timeout | undefined;

  const nextBatch = () => {
    const batch = new Map<string, { cursor: FeedCursor }>();
    for (const patientId of changedPatients) {
      if (batch.size >= maxPatientsPerRead) break;
      if (beingRead.has(patientId)) continue;
      changedPatients.delete(patientId);
      const feed = feeds.get(patientId);
      if (feed) batch.set(patientId, feed);
    }
    return batch;
  };

  const readAndSend = async (batch: ReadonlyMap<string, { cursor: FeedCursor }>) => {
    const updates = await ports.updatesAfter(new Map([...batch].map(([patientId, { cursor }]) => [patientId, cursor])));
    const events = await ports.present(updates);
    for (const { patientId, items, to } of updates) {
      const feed = batch.get(patientId);
      if (!feed) continue;
      feed.cursor = to;
      if (items.length >= ports.maxItemsPerPatient) changedPatients.add(patientId);
      const own = events.get(patientId) ?? [];
      if (own.length > 0) for (const connection of connections.ofPatient(patientId)) sender.emit(connection, ...own);
    }
  };

  /** Reads until no changed patient is left that is not in another read. */
  const readUntilDone = async () => {
    activeReads += 1;
    while (!closed && !pauseTimer) {
      const batch = nextBatch();
      if (batch.size === 0) break;
      for (const patientId of batch.keys()) beingRead.add(patientId);
      try {
        await readAndSend(batch);
        pauseMs = minPauseMs;
      } catch (error) {
        for (const patientId of batch.keys()) changedPatients.add(patientId);
        if (!closed) pause(error as Error);
      } finally {
        for (const patientId of batch.keys()) beingRead.delete(patientId);
      }
    }
    activeReads -= 1;
  };

  const pause = ({ message }: Error) => {
    if (pauseTimer) return;
    log.warn({ err: { message } }, "sockets wait for the database");
    const endPause = () => {
      pauseTimer = undefined;
      scheduleRead();
    };
    pauseTimer = setTimeout(endPause, pauseMs).unref();
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  };

  const scheduleRead = () => {
    if (isReadScheduled || activeReads >= maxConcurrentReads || pauseTimer || closed || changedPatients.size === 0)
      return;
    isReadScheduled = true;
    // Signals of one tick of the event loop are read together.
    setImmediate(() => {
      isReadScheduled = false;
      void readUntilDone();
    });
  };

  return {
    follow(patientId, cursor) {
      if (!feeds.has(patientId)) feeds.set(patientId, { cursor });
      changedPatients.add(patientId);
      scheduleRead();
    },
    unfollow(patientId) {
      feeds.delete(patientId);
      changedPatients.delete(patientId);
    },
    markChanged(patientId) {
      if (!feeds.has(patientId)) return;
      changedPatients.add(patientId);
      scheduleRead();
    },
    resync() {
      for (const patientId of feeds.keys()) changedPatients.add(patientId);
      scheduleRead();
    },
    close() {
      closed = true;
      clearTimeout(pauseTimer);
    },
  };
}
