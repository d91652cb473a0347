import { issueAccessToken } from "#server/auth/sessions/access-token.ts";
import { startSession } from "#server/auth/sessions/session.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";

/** A token of a new session, without a password: hashing hundreds of them would only slow the proofs. */
export async function signInAs(services: Services, patientId: string): Promise<string> {
  const session = await inTransaction(services.db, (tx) =>
    startSession(tx, services, { patientId, userAgent: "test" }),
  );
  return issueAccessToken(services, session, session.expiresAt);
}
