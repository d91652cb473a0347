import { sealed } from "#server/platform/crypto/sealed.ts";
import { randomSecret } from "#server/platform/crypto/secrets.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { hashPassword, verifyPassword } from "../passwords/password.ts";
import { accountById } from "../patients/account-queries.ts";
import { lockPatientShared } from "../sessions/session-queries.ts";
import { endAllSessions } from "../sessions/session.ts";
import { endLinks } from "../single-use-links.ts";

/** What another feature ends with an account, in the transaction that closes it. */
export type AccountClosingStep = (services: TxServices & Refuses<"wrong_state">, patientId: string) => Promise<void>;

/**
 * Closes the account of a caller who knows its password (else `wrong_credentials`): ends treatment and every session, and makes the e-mail
 * unknown to sign-in. What the practice must retain stays with it. All in one transaction.
 */
export async function closeAccount(
  services: Services & Refuses<"wrong_credentials" | "wrong_state">,
  patientId: string,
  password: string,
  closingSteps: readonly AccountClosingStep[],
): Promise<void> {
  const { db, config, clock, secrets, revokedSessions } = services;
  const account = await accountById(db, patientId);
  if (!(await verifyPassword(config, password, account.password_hash))) throw services.refuse("wrong_credentials");
  const unusableHash = await hashPassword(config, randomSecret());
  const ended = await inTransaction(services, async (tx) => {
    // First, as everywhere orders change: a transaction that holds them may be waiting for the patient's row.
    await lockPatientOrders(tx.db, patientId);
    // Closed, or given another password, meanwhile.
    if (!(await lockPatientShared(tx.db, patientId, account.password_hash))) throw services.refuse("wrong_credentials");
    const txServices = tx;
    for (const step of closingSteps) await step(txServices, patientId);
    const now = clock.now();
    await endLinks(
      tx,
      ["password_recovery", "email_change", "email_change_stop", "record_merge", "contact_email"],
      patientId,
    );
    await queuePatientMail(txServices, {
      patientId,
      mail: "account_closed",
      to: account.email,
      values: { firstname: greetingName(account.firstname) },
    });
    await tx.db
      .updateTable("patient")
      .set({
        closed_at: now,
        closed_email_sealed: secrets.seal(account.email, sealed("patient.closed_email_sealed")(patientId)),
        email: closedEmail(patientId),
        password_hash: unusableHash,
        password_changed_at: now,
      })
      .where("id", "=", patientId)
      .execute();
    return endAllSessions(tx.db, services, patientId);
  });
  revokedSessions.add(ended);
}

/** What stands where a closed account's email was: nobody can sign up with a domain that is reserved, and nobody can guess it. */
export const closedEmail = (patientId: string): string =>
  `closed-${patientId.slice(0, 8)}-${randomSecret()
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .slice(0, 24)
    .toLowerCase()}@closed.invalid`;
