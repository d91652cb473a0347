import type { HelperPart } from "#contract/account/helpers.ts";
import { limits } from "#contract/constants.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { HelperCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import {
  insertSession,
  lockPatient,
  revokeSessions,
  insertRefreshToken,
  lockRefreshToken,
  markRefreshTokenUsed,
  sessionOfRefreshToken,
} from "./session-queries.ts";

/** A live session, with the refresh token that continues it. */
export interface LiveSession {
  readonly patientId: string;
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly helper?: HelperCaller;
}

/** A helper's refresh tokens begin so, and are stored by another hash: a node that knows no helpers finds no session for one, rather than the patient's. */
const helperPrefix = "h.";
const tokenHashOf = (token: string): Buffer => hashSecret(token.startsWith(helperPrefix) ? `helper ${token}` : token);
const newToken = (helper: HelperCaller | undefined) => (helper ? helperPrefix + randomSecret() : randomSecret());

type Deps = Pick<Services, "clock" | "secrets" | "revokedSessions"> & { readonly db: Database };

/** Starts a session of at most seven days; one derived from another ends no later than that one (`notAfter`). */
export async function startSession(
  tx: Tx,
  { clock }: Pick<Deps, "clock">,
  {
    patientId,
    userAgent,
    notAfter,
    helper,
  }: { patientId: string; userAgent: string; notAfter?: Date; helper?: HelperCaller },
): Promise<LiveSession> {
  const now = clock.now();
  const longest = new Date(now.getTime() + limits.refreshTokenSeconds * 1000);
  const expiresAt = notAfter && notAfter < longest ? notAfter : longest;
  const sessionId = newId();
  const refreshToken = newToken(helper);
  await insertSession(tx, { id: sessionId, patientId, now, expiresAt, userAgent, helperId: helper?.id ?? null });
  await insertRefreshToken(tx, tokenHashOf(refreshToken), sessionId, now);
  return { patientId, sessionId, refreshToken, expiresAt, ...(helper && { helper }) };
}

/** Uses a refresh token: the session with its next token, or null if the token continues none. */
export async function refreshSession(services: Deps, refreshToken: string): Promise<LiveSession | null> {
  const { db, clock, secrets, revokedSessions } = services;
  const tokenHash = tokenHashOf(refreshToken);
  const sealContext = sealed("refresh_token.successor_sealed")(tokenHash.toString("hex"));
  const found = await sessionOfRefreshToken(db, tokenHash, clock.now());
  if (!found?.has_access) return null;
  const { id: sessionId, patient_id: patientId, helper_id: helperId, parts } = found;
  const helper = helperId === null ? undefined : { id: helperId, parts: (parts ?? []) as readonly HelperPart[] };

  const outcome = await inTransaction(services, async ({ db: tx }) => {
    const now = clock.now();
    const token = await lockRefreshToken(tx, sessionId, tokenHash);
    const live = { patientId, sessionId, expiresAt: token.expires_at, ...(helper && { helper }) };
    const decision = decideRefresh(
      { usedAt: token.used_at, revokedAt: token.revoked_at, expiresAt: token.expires_at },
      now,
    );
    if (decision === "replay" && token.successor_sealed) {
      return { ...live, refreshToken: secrets.open<string>(token.successor_sealed, sealContext) };
    }
    if (decision === "rotate") {
      const successor = newToken(helper);
      await insertRefreshToken(tx, tokenHashOf(successor), sessionId, now);
      await markRefreshTokenUsed(tx, {
        tokenHash,
        sessionId,
        now,
        successorSealed: secrets.seal(successor, sealContext),
      });
      return { ...live, refreshToken: successor };
    }
    return { ended: await revokeSessions(tx, patientId, now, { only: sessionId }) };
  });
  if (!("ended" in outcome)) return outcome;
  revokedSessions.add(outcome.ended);
  return null;
}

/** Ends one session of the patient, at once. Returns whether it was theirs and live. */
export async function endSession(services: Deps, patientId: string, sessionId: string): Promise<boolean> {
  const ended = await revokeSessions(services.db, patientId, services.clock.now(), { only: sessionId });
  services.revokedSessions.add(ended);
  return ended.length > 0;
}

/** Ends the session a refresh token belongs to, if any. */
export async function endSessionOfRefreshToken(services: Deps, refreshToken: string): Promise<void> {
  const session = await sessionOfRefreshToken(services.db, tokenHashOf(refreshToken), services.clock.now());
  if (session) await endSession(services, session.patient_id, session.id);
}

/**
 * Ends every session of the patient except `except`, within a transaction. Add the returned ids to
 * `revokedSessions` once it has committed.
 */
export async function endAllSessions(
  tx: Tx,
  { clock }: Pick<Deps, "clock">,
  patientId: string,
  except?: string,
): Promise<readonly string[]> {
  await lockPatient(tx, patientId);
  return revokeSessions(tx, patientId, clock.now(), except === undefined ? {} : { except });
}

interface RefreshState {
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
