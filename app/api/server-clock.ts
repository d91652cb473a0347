/** A difference that network latency alone may cause, ms. */
const toleratedDriftMs = 60_000;

export interface ServerClock {
  /** Reads a response's `x-server-time`. */
  readonly sync: (time: string | null) => void;
  readonly now: () => Date;
}

/** The server's time by its last response: a device's clock may be wrong, and the demo's can be moved. */
export function createServerClock(device: () => number = Date.now): ServerClock {
  let offsetMs = 0;
  return {
    sync(time) {
      const difference = Date.parse(time ?? "") - device();
      if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) > toleratedDriftMs ? difference : 0;
    },
    now: () => new Date(device() + offsetMs),
  };
}

export const serverClock = createServerClock();
