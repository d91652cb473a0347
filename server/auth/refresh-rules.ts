import { limits } from "#contract/constants.ts";

export interface RefreshState {
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date;
}

/**
 * What to do with a refresh token: `rotate` it; `replay` its successor to tabs that raced; `reuse` of a token rotated
 * long ago (it was copied, so the session ends); or `ended` with its session.
 */
export function decideRefresh(token: RefreshState, now: Date): "rotate" | "replay" | "reuse" | "ended" {
  if (token.revokedAt !== null || token.expiresAt <= now) return "ended";
  if (token.usedAt === null) return "rotate";
  return now.getTime() - token.usedAt.getTime() <= limits.refreshReplayMs ? "replay" : "reuse";
}
