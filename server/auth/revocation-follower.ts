import { limits } from "#contract/constants.ts";
import type { Services } from "#server/platform/services.ts";
import { sessionsRevokedSince } from "./sessions/session-queries.ts";

/** Rows of a commit that took long carry an earlier moment; so far back each look reaches, in milliseconds. */
const overlapMs = 60_000;

/**
 * A function that notes the sessions ended since its last success, on whichever node; the first time, those whose
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
