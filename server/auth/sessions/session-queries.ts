import { sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { isOpen } from "../patients/open-helper.ts";

/**
 * Locks the patient's row so that their sessions cannot all be ended while one starts. With `passwordHash` it also
 * returns whether that is still the patient's hash.
 */
export async function lockPatientShared(tx: Tx, patientId: string, passwordHash?: string): Promise<boolean> {
  const row = await tx
    .selectFrom("patient")
    .select("password_hash")
    .where("id", "=", patientId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined && (passwordHash === undefined || row.password_hash === passwordHash);
}

/** The counterpart of `lockPatientShared`: waits for sessions that are starting. */
export async function lockPatient(tx: Tx, patientId: string): Promise<void> {
  await tx.selectFrom("patient").select("id").where("id", "=", patientId).forUpdate().execute();
}

export async function insertSession(
  tx: Tx,
  session: { id: string; patientId: string; now: Date; expiresAt: Date; userAgent: string; helperId?: string | null },
): Promise<void> {
  const { id, patientId, now, expiresAt, userAgent, helperId = null } = session;
  await tx
    .insertInto("session")
    .values({
      id,
      patient_id: patientId,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      user_agent: userAgent,
      helper_id: helperId,
    })
    .execute();
}

/** The patient's own live sessions, most recently used first; a helper's are theirs. */
export async function liveSessions(db: Database, patientId: string, now: Date) {
  return db
    .selectFrom("session")
    .select(["id", "user_agent", "created_at", "last_used_at"])
    .where("patient_id", "=", patientId)
    .where("helper_id", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Whether a session is the patient's and live. */
export async function isLiveSession(db: Database, patientId: string, sessionId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("session")
    .select("id")
    .where("id", "=", sessionId)
    .where("patient_id", "=", patientId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends live sessions of the patient: the one given by `only`, or all except `except`. Returns the ids of the ended ones. */
export async function revokeSessions(
  db: Database,
  patientId: string,
  now: Date,
  which: { only?: string; except?: string; ofHelper?: string; ofHelpers?: boolean } = {},
): Promise<readonly string[]> {
  const rows = await db
    .updateTable("session")
    .set({ revoked_at: now })
    .where("patient_id", "=", patientId)
    .where("revoked_at", "is", null)
    .$if(which.only !== undefined, (query) => query.where("id", "=", which.only ?? ""))
    .$if(which.ofHelper !== undefined, (query) => query.where("helper_id", "=", which.ofHelper ?? ""))
    .$if(which.ofHelpers === true, (query) => query.where("helper_id", "is not", null))
    .$if(which.except !== undefined, (query) => query.where("id", "!=", which.except ?? ""))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of sessions that were ended at or after `since`. */
export const sessionsRevokedSince = (db: Database, since: Date) =>
  db.selectFrom("session").select("id").where("revoked_at", ">=", since);

export async function insertRefreshToken(tx: Tx, tokenHash: Buffer, sessionId: string, now: Date): Promise<void> {
  await tx
    .insertInto("refresh_token")
    .values({ token_hash: tokenHash, session_id: sessionId, issued_at: now })
    .execute();
}

/** Session a refresh token was issued in, and of which helper, who may have no access any more. */
export async function sessionOfRefreshToken(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("refresh_token")
    .innerJoin("session", "session.id", "refresh_token.session_id")
    .leftJoin("helper", "helper.id", "session.helper_id")
    .select(["session.id", "session.patient_id", "session.helper_id", "helper.parts"])
    .select(sql<boolean>`session.helper_id is null or ${isOpen(now)}`.as("has_access"))
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

/** When patients signed in to their account since, newest first, and not who helps them; a session is forgotten a while after it ended. */
export const sessionsSince = (db: Database, patientIds: readonly string[], since: Date, limit: number) =>
  db
    .selectFrom("session")
    .select(["created_at", "last_used_at"])
    .where("patient_id", "in", [...patientIds])
    .where("helper_id", "is", null)
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
