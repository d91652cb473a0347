import { inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyPassword } from "../passwords/password.ts";
import { accountByEmail } from "../patients/account-queries.ts";
import { lockPatientShared } from "./session-queries.ts";
import { type LiveSession, startSession } from "./session.ts";

/** A new session for the right password; null otherwise. Takes the same time whether or not the e-mail is known. */
export async function signInWithPassword(
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
  { email, password, userAgent }: { email: string; password: string; userAgent: string },
): Promise<LiveSession | null> {
  const account = await accountByEmail(db, email);
  const passwordMatches = await verifyPassword(config, password, account?.password_hash);
  if (!account || !passwordMatches) return null;
  return inTransaction({ db }, async ({ db: tx }) => {
    const isUnchanged = await lockPatientShared(tx, account.id, account.password_hash);
    return isUnchanged ? startSession(tx, { clock }, { patientId: account.id, userAgent }) : null;
  });
}
