/** A difference that the way of an answer alone may make, ms. */
const toleratedDriftMs = 60_000;

export interface ServerClock {
  /** Hears an answer's `x-server-time`. */
  readonly hear: (time: string | null) => void;
  readonly now: () => Date;
}

/** What time it is at the practice, by its last answer: the clock of a device may be wrong, and the demo's can be moved. */
export function createServerClock(device: () => number = Date.now): ServerClock {
  let offsetMs = 0;
  return {
    hear(time) {
      const difference = Date.parse(time ?? "") - device();
      if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) > toleratedDriftMs ? difference : 0;
    },
    now: () => new Date(device() + offsetMs),
  };
}

export const serverClock = createServerClock();
