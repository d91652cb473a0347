import { transact, type Tx } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";
import { announceChange } from "./account-changes.ts";
import { accountById, updatePasswordHash } from "./account-queries.ts";
import { refuseCommon } from "./common-password.ts";
import { hashPassword, proveCurrentPassword } from "./password.ts";
import { voidRecoveryCodes } from "./recovery-queries.ts";
import { endAllSessions } from "./session.ts";

interface Account {
  readonly id: string;
  readonly email: string;
  readonly firstname: string | null;
}

/**
 * Within a transaction: stores the new hash, ends the patient's sessions but for `keepSession`, and tells her.
 * The ids it answers belong into `revokedSessions` once that has committed.
 */
export async function setPassword(
  parts: Pick<Services, "clock" | "config" | "jobs" | "secrets">,
  tx: Tx,
  account: Account,
  passwordHash: string,
  keepSession?: string,
): Promise<readonly string[]> {
  const ended = await endAllSessions(tx, parts, account.id, keepSession);
  await updatePasswordHash(tx, account.id, passwordHash, parts.clock.now());
  await voidRecoveryCodes(tx, account.id, parts.clock.now());
  const values = {
    firstname: greetingName(account.firstname),
    recoverylink: `${parts.config.publicUrl}/forgot-password`,
  };
  await queueMail({ ...parts, db: tx }, { mail: "password_changed", to: account.email, values });
  await announceChange(tx, parts, { patientId: account.id, what: "password_changed" });
  return ended;
}

/** Changes the password of who knows the current one (else `wrong_credentials`); her other sessions end. */
export async function changePassword(
  services: Services,
  caller: { patientId: string; sessionId: string },
  { password, newpassword }: { password: string; newpassword: string },
): Promise<void> {
  const { db, config, content, revokedSessions } = services;
  refuseCommon(content.commonpasswords, newpassword);
  const account = await accountById(db, caller.patientId);
  await proveCurrentPassword(config, password, account.password_hash);
  const passwordHash = await hashPassword(config, newpassword);
  const ended = await transact(db, (tx) => setPassword(services, tx, account, passwordHash, caller.sessionId));
  revokedSessions.add(ended);
}
