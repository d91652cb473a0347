import { limits } from "#contract/constants.ts";
import type { Clock } from "./clock/clock.ts";

/** Sessions that ended while an access token of theirs may still be valid: what a bearer is checked against. */
export interface RevokedSessions {
  readonly has: (sessionId: string) => boolean;
  /** Notes sessions as ended and tells the listeners of those not known yet. */
  readonly add: (sessionIds: readonly string[]) => void;
  /** Calls `listener` for each session that ends, on whichever node, until the returned function is called. */
  readonly onRevoked: (listener: (sessionId: string) => void) => () => void;
}

const retentionMs = limits.accessTokenSeconds * 1000;

/** Kept in memory for as long as an access token lives. */
export function createRevokedSessions(clock: Clock): RevokedSessions {
  const revokedAt = new Map<string, number>();
  const listeners = new Set<(sessionId: string) => void>();

  const deleteExpired = (now: number) => {
    for (const [id, revokedAtMs] of revokedAt) {
      if (revokedAtMs + retentionMs >= now) return;
      revokedAt.delete(id);
    }
  };

  return {
    has: (sessionId) => revokedAt.has(sessionId),
    add(sessionIds) {
      const now = clock.now().getTime();
      deleteExpired(now);
      for (const id of sessionIds.filter((sessionId) => !revokedAt.has(sessionId))) {
        revokedAt.set(id, now);
        for (const listener of listeners) listener(id);
      }
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
