import { limits } from "#contract/constants.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { issueLink, linkDigests, liveLink, useLink } from "../single-use-links.ts";
import { lockPatientShared } from "./session-queries.ts";
import { type LiveSession, startSession } from "./session.ts";

type Deps = Pick<Services, "clock" | "secrets"> & { readonly db: Database };

/** Issues a token that carries the session to another window: valid once, for 60 seconds. */
export async function issueOneTimeToken(services: Deps, sessionId: string): Promise<string> {
  return (await issueLink(services, "session_handoff", sessionId, limits.oneTimeTokenSeconds)).secret;
}

/**
 * Redeems a one-time token for a new session, which ends no later than the one it came from. Null for a token
 * that is unknown, used, expired, or whose session has ended.
 */
export async function redeemOneTimeToken(
  services: Deps,
  token: string,
  userAgent: string,
): Promise<LiveSession | null> {
  const digests = linkDigests(services.secrets, token);
  const found = await liveLink(services, ["session_handoff"], digests)
    .innerJoin("session", "session.id", "single_use_link.session_id")
    .select(["session.id", "session.patient_id"])
    // A helper's session isn't carried anywhere.
    .where("session.helper_id", "is", null)
    .executeTakeFirst();
  if (!found) return null;
  return inTransaction(services, async (tx) => {
    const { id, patient_id: patientId } = found;
    await lockPatientShared(tx.db, patientId);
    const used = await useLink(tx, "session_handoff", digests);
    const session = await tx.db
      .selectFrom("session")
      .select(["revoked_at", "expires_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!used || !session || session.revoked_at !== null || session.expires_at <= tx.clock.now()) return null;
    return startSession(tx.db, services, { patientId, userAgent, notAfter: session.expires_at });
  });
}
