import type { Database, Tx } from "#server/platform/database/open.ts";

export async function insertRefreshToken(tx: Tx, tokenHash: Buffer, sessionId: string, now: Date): Promise<void> {
  await tx
    .insertInto("refresh_token")
    .values({ token_hash: tokenHash, session_id: sessionId, issued_at: now })
    .execute();
}

/** Session a refresh token was issued in. */
export async function sessionOfRefreshToken(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom("refresh_token")
    .innerJoin("session", "session.id", "refresh_token.session_id")
    .select(["session.id", "session.patient_id"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** The token and its session, whose row stays locked, so that uses of one session's tokens are serialized. */
export async function lockRefreshToken(tx: Tx, sessionId: string, tokenHash: Buffer) {
  const session = await tx
    .selectFrom("session")
    .select(["patient_id", "expires_at", "revoked_at"])
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const token = await tx
    .selectFrom("refresh_token")
    .select(["used_at", "successor_sealed"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirstOrThrow();
  return { ...session, ...token };
}

/** Marks a token as used, with its successor, and updates its session. */
export async function markRefreshTokenUsed(
  tx: Tx,
  used: { tokenHash: Buffer; sessionId: string; successorSealed: Buffer; now: Date },
): Promise<void> {
  const { tokenHash, sessionId, successorSealed, now } = used;
  await tx
    .updateTable("refresh_token")
    .set({ used_at: now, successor_sealed: successorSealed })
    .where("token_hash", "=", tokenHash)
    .execute();
  await tx.updateTable("session").set({ last_used_at: now }).where("id", "=", sessionId).execute();
}
