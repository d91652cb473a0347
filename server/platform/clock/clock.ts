/** The current time. Everything that needs it is given a clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs `offset` milliseconds ahead of (or behind) another one. */
export interface MovableClock extends Clock {
  readonly offset: number;
  /** Sets the offset from the base clock, in milliseconds. */
  setOffset(offset: number): void;
  /** Adds to the offset, in milliseconds. */
  advance(milliseconds: number): void;
}

export function movableClock(base: Clock = systemClock): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(base.now().getTime() + offset),
    get offset() {
      return offset;
    },
    setOffset(next) {
      offset = next;
    },
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}
