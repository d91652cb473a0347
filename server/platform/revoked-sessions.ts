import { limits } from "#contract/constants.ts";
import type { Clock } from "./clock/clock.ts";

/** Ended sessions whose access tokens may still be valid; bearers are checked against them. */
export interface RevokedSessions {
  readonly has: (sessionId: string) => boolean;
  /** Adds ended sessions and calls the listeners for new ones. */
  readonly add: (sessionIds: readonly string[]) => void;
  /** Calls `listener` for each session that ends, on any node, until the returned function is called. */
  readonly onRevoked: (listener: (sessionId: string) => void) => () => void;
}

const retentionMs = limits.accessTokenSeconds * 1000;

/** Sessions are kept in memory for the lifetime of an access token. */
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
