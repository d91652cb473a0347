import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { refuseCommonPassword } from "../passwords/common-password.ts";
import { hashPassword, requireCurrentPassword } from "../passwords/password.ts";
import { accountById, updatePasswordHash } from "../patients/account-queries.ts";
import { endAllSessions } from "../sessions/session.ts";
import { endLinks } from "../single-use-links.ts";
import { enqueueAccountChange } from "./account-events.ts";

interface Account {
  readonly id: string;
  readonly email: string;
  readonly firstname: string | null;
}

/**
 * Within a transaction: stores the new hash, ends the patient's sessions except `keepSession` and every link mailed before, and notifies the patient.
 * Add the returned ids to `revokedSessions` once it has committed.
 */
export async function setPassword(
  services: Pick<Services, "clock" | "config" | "events" | "jobs" | "secrets">,
  tx: Tx,
  account: Account,
  passwordHash: string,
  keepSession?: string,
): Promise<readonly string[]> {
  const ended = await endAllSessions(tx, services, account.id, keepSession);
  await updatePasswordHash(tx, account.id, passwordHash, services.clock.now());
  await services.events.announce(tx, "access.renewed", { patientId: account.id });
  // Whoever knew the old password may have asked for another e-mail.
  await endLinks({ ...services, db: tx }, ["password_recovery", "email_change"], account.id);
  const values = {
    firstname: greetingName(account.firstname),
    recoverylink: `${services.config.publicUrl}/forgot-password`,
  };
  await queuePatientMail(
    { ...services, db: tx },
    { patientId: account.id, mail: "password_changed", to: account.email, values },
  );
  await enqueueAccountChange(tx, services, { patientId: account.id, template: "password_changed" });
  return ended;
}

/** Changes the password of a caller who knows the current one (else `wrong_credentials`); their other sessions end. */
export async function changePassword(
  services: Services & Refuses<"common_password" | "wrong_credentials">,
  caller: { patientId: string; sessionId: string },
  { password, newpassword }: { password: string; newpassword: string },
): Promise<void> {
  const { db, config, revokedSessions } = services;
  refuseCommonPassword(services, newpassword);
  const account = await accountById(db, caller.patientId);
  await requireCurrentPassword(services, password, account.password_hash);
  const passwordHash = await hashPassword(config, newpassword);
  const ended = await inTransaction(services, ({ db: tx }) =>
    setPassword(services, tx, account, passwordHash, caller.sessionId),
  );
  revokedSessions.add(ended);
}
