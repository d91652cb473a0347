import type { Logger } from "pino";
import type { Outlet } from "./outlet.ts";
import type { Place, RealtimePorts } from "./ports.ts";
import type { Registry } from "./registry.ts";

/** Most patients of one look at the feeds. */
const mostPatients = 500;
/** Most looks under way at once: while one waits for the database, another sends what it found. */
const mostLooks = 3;
/** Time until a failed look is repeated, in milliseconds: doubled each time. */
const firstPauseMs = 100;
const longestPauseMs = 5000;

export interface FanOut {
  /** Begins to follow her feed from a place; what is followed already goes on where it is. */
  readonly follow: (patientId: string, place: Place) => void;
  readonly unfollow: (patientId: string) => void;
  /** Something of hers changed. */
  readonly changed: (patientId: string) => void;
  /** Anything may have changed. */
  readonly resync: () => void;
  readonly close: () => void;
}

interface Parts {
  readonly ports: Pick<RealtimePorts, "newsAfter" | "mostItems" | "present">;
  readonly registry: Pick<Registry, "ofPatient">;
  readonly outlet: Pick<Outlet, "emit">;
  readonly log: Logger;
}

/**
 * Brings what commits to the sockets of this node: patients something was told about are looked at together, each from where she was left,
 * and each by one look at a time, so that everything comes in order. A look that fails leaves all of them to the next one, so nothing is
 * passed over.
 */
export function createFanOut({ ports, registry, outlet, log }: Parts): FanOut {
  const followed = new Map<string, { place: Place }>();
  const dirty = new Set<string>();
  const inLook = new Set<string>();
  let looks = 0;
  let beginning = false;
  let closed = false;
  let pauseMs = firstPauseMs;
  let pausing: NodeJS.Timeout | undefined;

  const nextBatch = () => {
    const batch = new Map<string, { place: Place }>();
    for (const patientId of dirty) {
      if (batch.size >= mostPatients) break;
      if (inLook.has(patientId)) continue;
      dirty.delete(patientId);
      const feed = followed.get(patientId);
      if (feed) batch.set(patientId, feed);
    }
    return batch;
  };

  const look = async (batch: ReadonlyMap<string, { place: Place }>) => {
    const news = await ports.newsAfter(new Map([...batch].map(([patientId, { place }]) => [patientId, place])));
    const events = await ports.present(news);
    for (const { patientId, items, to } of news) {
      const feed = batch.get(patientId);
      if (!feed) continue;
      feed.place = to;
      if (items.length >= ports.mostItems) dirty.add(patientId);
      const own = events.get(patientId) ?? [];
      if (own.length > 0) for (const connection of registry.ofPatient(patientId)) outlet.emit(connection, ...own);
    }
  };

  /** Looks until nobody is left whom no other look has. */
  const lookOn = async () => {
    looks += 1;
    while (!closed && !pausing) {
      const batch = nextBatch();
      if (batch.size === 0) break;
      for (const patientId of batch.keys()) inLook.add(patientId);
      try {
        await look(batch);
        pauseMs = firstPauseMs;
      } catch (error) {
        for (const patientId of batch.keys()) dirty.add(patientId);
        if (!closed) pause(error as Error);
      } finally {
        for (const patientId of batch.keys()) inLook.delete(patientId);
      }
    }
    looks -= 1;
  };

  const pause = ({ message }: Error) => {
    if (pausing) return;
    log.warn({ err: { message } }, "sockets wait for the database");
    const over = () => {
      pausing = undefined;
      wake();
    };
    pausing = setTimeout(over, pauseMs).unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };

  const wake = () => {
    if (beginning || looks >= mostLooks || pausing || closed || dirty.size === 0) return;
    beginning = true;
    // What is told in one turn of the event loop is looked at together.
    setImmediate(() => {
      beginning = false;
      void lookOn();
    });
  };

  return {
    follow(patientId, place) {
      if (!followed.has(patientId)) followed.set(patientId, { place });
      dirty.add(patientId);
      wake();
    },
    unfollow(patientId) {
      followed.delete(patientId);
      dirty.delete(patientId);
    },
    changed(patientId) {
      if (!followed.has(patientId)) return;
      dirty.add(patientId);
      wake();
    },
    resync() {
      for (const patientId of followed.keys()) dirty.add(patientId);
      wake();
    },
    close() {
      closed = true;
      clearTimeout(pausing);
    },
  };
}
