import { inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { dismissedSignIn } from "../dismissed-email.ts";
import { verifyPassword } from "../passwords/password.ts";
import { accountByEmail } from "../patients/account-queries.ts";
import { lockPatientShared } from "./session-queries.ts";
import { type LiveSession, startSession } from "./session.ts";

/**
 * A new session for the right password; null otherwise. `dismissed`: the password is that of an account which became part of another one, with this e-mail.
 * Takes the same time whether or not the e-mail is known.
 */
export async function signInWithPassword(
  { db, clock, config, secrets }: Pick<Services, "db" | "clock" | "config" | "secrets">,
  { email, password, userAgent }: { email: string; password: string; userAgent: string },
): Promise<LiveSession | "dismissed" | null> {
  const [account, dismissed] = [await accountByEmail(db, email), await dismissedSignIn({ db, secrets }, email)];
  const passwordMatches = await verifyPassword(config, password, account?.password_hash ?? dismissed?.passwordHash);
  if (!passwordMatches) return null;
  if (!account) return "dismissed";
  return inTransaction({ db }, async ({ db: tx }) => {
    const isUnchanged = await lockPatientShared(tx, account.id, account.password_hash);
    return isUnchanged ? startSession(tx, { clock }, { patientId: account.id, userAgent }) : null;
  });
}
