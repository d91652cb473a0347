import { limits } from "#contract/constants.ts";
import { type Database, transact } from "#server/platform/database/open.ts";
import { hashSecret, randomSecret } from "#server/platform/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { holdPatient } from "./session-queries.ts";
import { type LiveSession, startSession } from "./session.ts";

type Parts = Pick<Services, "clock"> & { readonly db: Database };

/** A token that carries the session to another window: good once, for 60 seconds. */
export async function issueOneTimeToken({ db, clock }: Parts, sessionId: string): Promise<string> {
  const token = randomSecret();
  const expires_at = new Date(clock.now().getTime() + limits.oneTimeTokenSeconds * 1000);
  await db
    .insertInto("one_time_token")
    .values({ token_hash: hashSecret(token), session_id: sessionId, expires_at })
    .execute();
  return token;
}

/**
 * Redeems a one-time token for a session of its own, which lives no longer than the one it came from. Null for a token
 * that is unknown, used, expired, or whose session has ended.
 */
export async function redeemOneTimeToken(parts: Parts, token: string, userAgent: string): Promise<LiveSession | null> {
  const { db, clock } = parts;
  const tokenHash = hashSecret(token);
  const parent = await parentOf(db, tokenHash);
  if (!parent) return null;
  return transact(db, async (tx) => {
    const now = clock.now();
    await holdPatient(tx, parent.patient_id);
    const used = await tx
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("token_hash", "=", tokenHash)
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .returning("session_id")
      .executeTakeFirst();
    const session = await parentOf(tx, tokenHash);
    if (!used || !session || session.revoked_at !== null || session.expires_at <= now) return null;
    return startSession(tx, parts, { patientId: session.patient_id, userAgent, notAfter: session.expires_at });
  });
}

const parentOf = (db: Database, tokenHash: Buffer) =>
  db
    .selectFrom("one_time_token")
    .innerJoin("session", "session.id", "one_time_token.session_id")
    .select(["session.patient_id", "session.revoked_at", "session.expires_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
