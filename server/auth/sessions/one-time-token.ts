import { limits } from "#contract/constants.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { lockPatientShared } from "./session-queries.ts";
import { type LiveSession, startSession } from "./session.ts";

type Deps = Pick<Services, "clock"> & { readonly db: Database };

/** Issues a token that carries the session to another window: valid once, for 60 seconds. */
export async function issueOneTimeToken({ db, clock }: Deps, sessionId: string): Promise<string> {
  const token = randomSecret();
  const expires_at = new Date(clock.now().getTime() + limits.oneTimeTokenSeconds * 1000);
  await db
    .insertInto("one_time_token")
    .values({ token_hash: hashSecret(token), session_id: sessionId, expires_at })
    .execute();
  return token;
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
  const { db, clock } = services;
  const tokenHash = hashSecret(token);
  const parentSession = await sessionOfOneTimeToken(db, tokenHash);
  if (!parentSession) return null;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockPatientShared(tx, parentSession.patient_id);
    const used = await tx
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("token_hash", "=", tokenHash)
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .returning("session_id")
      .executeTakeFirst();
    const session = await sessionOfOneTimeToken(tx, tokenHash);
    if (!used || !session || session.revoked_at !== null || session.expires_at <= now) return null;
    return startSession(tx, services, { patientId: session.patient_id, userAgent, notAfter: session.expires_at });
  });
}

const sessionOfOneTimeToken = (db: Database, tokenHash: Buffer) =>
  db
    .selectFrom("one_time_token")
    .innerJoin("session", "session.id", "one_time_token.session_id")
    .select(["session.patient_id", "session.revoked_at", "session.expires_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
