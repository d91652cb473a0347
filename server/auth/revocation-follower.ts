import { limits } from "#contract/constants.ts";
import type { Services } from "#server/platform/services.ts";
import { sessionsRevokedSince } from "./sessions/session-queries.ts";

/** How far back each poll reaches, in milliseconds: rows of a slow commit carry an earlier time. */
const overlapMs = 60_000;

/**
 * Returns a function that adds the sessions ended since its last success, on any node; the first time, those whose
 * access tokens may still be valid.
 */
export function createRevocationPoller({
  db,
  clock,
  revokedSessions,
}: Pick<Services, "db" | "clock" | "revokedSessions">): () => Promise<void> {
  let seenUntil = clock.now().getTime() - limits.accessTokenSeconds * 1000;
  return async () => {
    const until = clock.now().getTime();
    revokedSessions.add(await sessionsRevokedSince(db, new Date(seenUntil - overlapMs)));
    seenUntil = until;
  };
}
