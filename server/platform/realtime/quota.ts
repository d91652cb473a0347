import type { Clock } from "../clock.ts";

const minuteMs = 60_000;

/** What may arrive in a minute. */
export interface Most {
  readonly frames: number;
  readonly bytes: number;
}

export interface Quota {
  /** Counts what arrived; false when it is more than may arrive. */
  readonly takes: (frames: number, bytes: number) => boolean;
}

/** Counts frames and bytes, minute by minute. */
export function createQuota(clock: Clock, most: Most): Quota {
  let since = clock.now().getTime();
  let heard = { frames: 0, bytes: 0 };
  return {
    takes(frames, bytes) {
      const now = clock.now().getTime();
      if (now - since >= minuteMs) [since, heard] = [now, { frames: 0, bytes: 0 }];
      heard.frames += frames;
      heard.bytes += bytes;
      return heard.frames <= most.frames && heard.bytes <= most.bytes;
    },
  };
}
