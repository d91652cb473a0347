import type { Clock } from "../clock/clock.ts";

const minuteMs = 60_000;

/** What may arrive in a minute. */
export interface QuotaLimit {
  readonly frames: number;
  readonly bytes: number;
}

export interface Quota {
  /** Counts what arrived; false when it exceeds the limit. */
  readonly takes: (frames: number, bytes: number) => boolean;
}

/** Counts frames and bytes, minute by minute. */
export function createQuota(clock: Clock, limit: QuotaLimit): Quota {
  let windowStart = clock.now().getTime();
  let received = { frames: 0, bytes: 0 };
  return {
    takes(frames, bytes) {
      const now = clock.now().getTime();
      if (now - windowStart >= minuteMs) [windowStart, received] = [now, { frames: 0, bytes: 0 }];
      received.frames += frames;
      received.bytes += bytes;
      return received.frames <= limit.frames && received.bytes <= limit.bytes;
    },
  };
}
